import { exactTask } from './support/exact-task.ts'

const PATH = 'backup.sh'

export const quotePathsInAShellScript = exactTask({
  name: 'quote-paths-in-a-shell-script',
  category: 'fix',
  prompt:
    'backup.sh breaks on file names with spaces. Loop over data/* instead of the output of ls, and put the two arguments of cp in double quotes: the loop variable holds the whole path then, and the slash behind $backup stays.',
  path: PATH,
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
  old: `for file in $(ls data); do
  cp data/$file $backup/
done
`,
  fresh: `for file in data/*; do
  cp "$file" "$backup/"
done
`,
  title: 'Copy files with spaces',
  mistakes: {
    'one path is not quoted': [`"$backup/"`, `$backup/`],
    'the folder is named twice': [`"$file"`, `"data/$file"`],
  },
})
