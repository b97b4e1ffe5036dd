import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than a main step takes to report that it was cancelled. */
const GRACE_MS = 15_000
const POLL_MS = 50

/**
 * For the post step: ends a main step that is alive. When a job in a container is cancelled, the runner ends the client of
 * Docker, and the process in the container continues: https://github.com/moby/moby/issues/9098. `gone`: there was none.
 */
export async function endMainStep(
  { pid, program }: { readonly pid: number; readonly program: string },
  graceMs = GRACE_MS,
): Promise<'gone' | 'ended' | 'killed'> {
  if (!(await isAlive(pid, program))) return 'gone'
  process.kill(pid, 'SIGINT')
  for (let waited = 0; waited < graceMs; waited += POLL_MS) {
    await sleep(POLL_MS)
    if (!(await isAlive(pid, program))) return 'ended'
  }
  process.kill(pid, 'SIGKILL')
  while (await isAlive(pid, program)) await sleep(POLL_MS)
  return 'killed'
}

/** Whether the process runs this program. The number of one that has ended may be another's by now. */
async function isAlive(pid: number, program: string): Promise<boolean> {
  try {
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    return words.some((word) => resolve(word) === program)
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code)))
      return false
    throw error
  }
}
