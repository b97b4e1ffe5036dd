import { edit, finish, read } from './calls.ts'
import { changesJust, sameText, textOf } from './judge.ts'
import { withFile } from './mutate-result.ts'
import type { Category, Files, Task } from './task.ts'

/** A task whose prompt leaves one form only: one text of one file is replaced by another. */
export interface ExactTask {
  readonly name: string
  readonly category: Category
  readonly prompt: string
  readonly path: string
  readonly files: Files
  readonly old: string
  readonly fresh: string
  /** Of the pull request. */
  readonly title: string
  /** Wrong results, each as an edit of the right one. */
  readonly mistakes: Readonly<Record<string, readonly [old: string, fresh: string]>>
}

export function exactTask({ prompt, path, old, fresh, title, mistakes, ...named }: ExactTask): Task {
  return {
    ...named,
    prompts: [prompt],
    script: [[read(path)], [edit(path, old, fresh)], [finish(title, 'Changed as the prompt asks.')]],
    check(work) {
      changesJust(work, path)
      sameText(
        work,
        path,
        textOf(work.before, path).replace(old, () => fresh),
      )
    },
    mistakes: Object.fromEntries(
      Object.entries(mistakes).map(([what, [from, to]]) => [
        what,
        (work) => withFile(work, path, (text) => text.replace(from, () => to)),
      ]),
    ),
  }
}
