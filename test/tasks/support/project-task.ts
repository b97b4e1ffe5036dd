import { changesJust, changesOnly } from './judge.ts'
import { commandPasses } from './judging-commands.ts'
import type { Files, Task } from './task.ts'

/** A task on a project in any language, which its own tests judge. */
export interface ProjectTask extends Omit<Task, 'prompts' | 'check'> {
  readonly prompt: string
  /** Runs the tests of the project, in its root. */
  readonly tests: string
  /** Tests as they have to be, and tests that the model does not see. */
  readonly hidden?: Files
  /** The files that have to change. */
  readonly changes: readonly string[]
  /** Below these folders, other files may change as well. */
  readonly free?: readonly string[]
}

export function projectTask(project: ProjectTask): Task {
  const { prompt, tests, hidden = {}, changes, free = [], needs = [], ...named } = project
  return {
    ...named,
    prompts: [prompt],
    needs: ['isolation', ...needs],
    async check(work) {
      const isFree = (path: string) => free.some((folder) => path.startsWith(`${folder}/`))
      changesOnly(work, (path) => changes.includes(path) || isFree(path))
      changesJust(
        { ...work, before: withoutFree(work.before, isFree), after: withoutFree(work.after, isFree) },
        ...changes.filter((path) => !isFree(path)),
      )
      await commandPasses({ ...work.after, ...hidden }, tests)
    },
  }
}

const withoutFree = (files: Files, isFree: (path: string) => boolean): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !isFree(path)))
