import { edit, finish, list, read } from './calls.ts'
import { changesOnly, textOf } from './judge.ts'
import { withFile } from './mutate-result.ts'
import { testsPass } from './run-tests.ts'
import type { Category, Files, Task } from './task.ts'

/** A task on one source file of a small package, which tests judge that the model does not see. */
export interface CodeTask {
  readonly name: string
  readonly category: Category
  readonly prompt: string
  /** The file to change, below `src/`. */
  readonly path: string
  readonly files: Files
  /** The edits of a good model. */
  readonly edits: readonly (readonly [old: string, fresh: string])[]
  /** A test file in `test/` that the result has to pass. */
  readonly test: string
  /** Wrong results, each as an edit of a right one. */
  readonly mistakes: Readonly<Record<string, readonly [old: string, fresh: string]>>
}

const PACKAGE = `${JSON.stringify({ name: 'widgets', version: '1.0.0', type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`

export function codeTask({ path, files, edits, test, prompt, mistakes, ...named }: CodeTask): Task {
  return {
    ...named,
    prompts: [prompt],
    files: {
      'package.json': PACKAGE,
      'README.md': '# widgets\n\nSmall parts for larger things.\n',
      ...files,
    },
    script: [
      [list(), read(path)],
      edits.map(([old, fresh]) => edit(path, old, fresh)),
      [finish(prompt.split('.')[0] ?? prompt, `Changed ${path} as the prompt asks.`)],
    ],
    async check(work) {
      // A good model may also add a test or a line of documentation.
      changesOnly(
        work,
        (changed) => changed === path || changed.startsWith('test/') || changed === 'README.md',
      )
      textOf(work.after, path)
      const kept = Object.entries(work.before).filter(([name]) => name.startsWith('test/'))
      await testsPass({ ...work.after, ...Object.fromEntries(kept), 'test/hidden.test.ts': test })
    },
    mistakes: Object.fromEntries(
      Object.entries(mistakes).map(([what, [old, fresh]]) => [
        what,
        (work) => withFile(work, path, (text) => text.replace(old, () => fresh)),
      ]),
    ),
  }
}
