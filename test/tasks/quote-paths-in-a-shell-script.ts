import { block } from './support/block.ts'
import { edit, finish, read } from './support/calls.ts'
import { withFile } from './support/mutate-result.ts'
import { projectTask } from './support/project-task.ts'

const SOURCE = 'backup.sh'

const TESTS = block`
  #!/bin/sh
  # Makes backups of files with unusual names.
  set -eu
  scene=$(mktemp -d)
  mkdir "$scene/data" "$scene/last backup"
  cp backup.sh "$scene"
  cd "$scene"
  for name in plain.txt 'a b.txt' '*.txt' '-n' 'two  spaces' 'tab	stop'; do echo "$name" >"data/$name"; done
  sh backup.sh 'last backup'
  diff -r data 'last backup'
  `

export const quotePathsInAShellScript = projectTask({
  name: 'quote-paths-in-a-shell-script',
  category: 'fix',
  prompt: 'backup.sh breaks on file names with spaces, and so does the folder of the backup. Please fix it.',
  files: {
    [SOURCE]: block`
      #!/bin/sh
      # Copies the files of data/ to the folder that is named.
      set -eu

      backup=$1
      for file in $(ls data); do
        cp data/$file $backup/
      done
      `,
    'test/run.sh': block`
      #!/bin/sh
      set -eu
      scene=$(mktemp -d)
      mkdir "$scene/data" "$scene/backup"
      echo a >"$scene/data/a.txt"
      cp backup.sh "$scene"
      cd "$scene"
      sh backup.sh backup
      diff -r data backup
      `,
  },
  tests: 'sh test/run.sh && sh test/hidden.sh',
  hidden: { 'test/hidden.sh': TESTS },
  changes: [SOURCE],
  free: ['test'],
  script: [
    [read(SOURCE)],
    [
      edit(
        SOURCE,
        'for file in $(ls data); do\n  cp data/$file $backup/\n',
        'for file in data/*; do\n  cp -- "$file" "$backup/"\n',
      ),
    ],
    [finish('Copy files with spaces', 'Names are quoted, and come from the shell instead of ls.')],
  ],
  mistakes: {
    'the folder is not quoted': (work) =>
      withFile(work, SOURCE, (text) => text.replace('"$backup/"', '$backup/')),
    'the output of ls is still split': (work) =>
      withFile(work, SOURCE, (text) =>
        text.replace('data/*', '$(ls data)').replace('"$file"', '"data/$file"'),
      ),
    'the folder is named twice': (work) =>
      withFile(work, SOURCE, (text) => text.replace('"$file"', '"data/$file"')),
  },
})
