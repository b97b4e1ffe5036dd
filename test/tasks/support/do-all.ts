import { type Done, doTask } from './do-task.ts'
import type { OpenTask } from './open-tasks.ts'

const AT_ONCE = 2

/** Does all tasks, two at a time, and tells of each when it is done. No further one is begun after an abort. */
export async function doAll(
  tasks: readonly OpenTask[],
  tell: (done: Done) => void,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...tasks]
  const work = async (): Promise<void> => {
    for (;;) {
      const next = signal.aborted ? undefined : waiting.shift()
      if (next === undefined) return
      tell(await doTask(next))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
