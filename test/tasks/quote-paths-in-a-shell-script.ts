import { edit, finish, read } from './support/calls.ts'
import { changesJust, sameText, textOf } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const PATH = 'backup.sh'
const OLD = `for file in $(ls data); do
  cp data/$file $backup/
done
`
const NEW = `for file in data/*; do
  cp "$file" "$backup/"
done
`

/** The prompt leaves one form only. */
export const quotePathsInAShellScript: Task = {
  name: 'quote-paths-in-a-shell-script',
  category: 'fix',
  prompts: [
    'backup.sh breaks on file names with spaces. Loop over data/* instead of the output of ls, and put the two arguments of cp in double quotes: the loop variable holds the whole path then, and the slash behind $backup stays.',
  ],
  files: {
    [PATH]: `#!/bin/sh
set -eu

backup=$1
for file in $(ls data); do
  cp data/$file $backup/
done
`,
    'data/a b.txt': `a
`,
  },
  script: [
    [read(PATH)],
    [edit(PATH, OLD, NEW)],
    [finish('Copy files with spaces', 'Changed as the prompt asks.')],
  ],
  check(work) {
    changesJust(work, PATH)
    sameText(
      work,
      PATH,
      textOf(work.before, PATH).replace(OLD, () => NEW),
    )
  },
  mistakes: {
    'one path is not quoted': (work) =>
      withFile(work, PATH, (text) => text.replace(`"$backup/"`, () => `$backup/`)),
    'the folder is named twice': (work) =>
      withFile(work, PATH, (text) => text.replace(`"$file"`, () => `"data/$file"`)),
  },
}
