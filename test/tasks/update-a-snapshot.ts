import { block } from './support/block.ts'
import { edit, finish, read, run } from './support/calls.ts'
import { undone, withFile } from './support/mutate-result.ts'
import { projectTask } from './support/project-task.ts'

const REPORT = 'bin/report.sh'
const SNAPSHOTS = ['test/snapshots/empty.txt', 'test/snapshots/two-items.txt'] as const

const RUNNER = block`
  #!/bin/sh
  # Compares what bin/report.sh prints for each input with its snapshot; --update writes the snapshots.
  set -u
  failed=0
  for input in test/inputs/*.csv; do
    name=$(basename "$input" .csv)
    printed=$(sh bin/report.sh "$input" 2>&1; echo "exit $?")
    if [ "\${1:-}" = --update ]; then
      printf '%s\n' "$printed" >"test/snapshots/$name.txt"
    elif [ "$printed" != "$(cat "test/snapshots/$name.txt")" ]; then
      echo "$name differs from its snapshot:"
      printf '%s\n' "$printed" | diff "test/snapshots/$name.txt" - || true
      failed=1
    fi
  done
  exit $failed
  `

export const updateASnapshot = projectTask({
  name: 'update-a-snapshot',
  category: 'commands',
  prompt:
    'The report should end with the number of items and their sum in one line: "2 items, 12.50 in total" in the place of "total 12.50". With one item it is "1 item". Errors stay as they are. Update the snapshots.',
  files: {
    'README.md': '# report\n\nTests: `sh test/run.sh`. New snapshots: `sh test/run.sh --update`.\n',
    [REPORT]: block`
      #!/bin/sh
      # Prints the items of a file and their total.
      set -eu
      [ -f "$1" ] || { echo "report: $1 does not exist" >&2; exit 2; }
      awk -F';' '
        NF != 2 { print "report: line " NR " has no price"; bad = 1; exit 3 }
        { printf "%-10s %8.2f\n", $1, $2; sum += $2 }
        END { if (!bad) printf "total %.2f\n", sum }
      ' "$1"
      `,
    'test/run.sh': RUNNER,
    'test/inputs/empty.csv': '',
    'test/inputs/two-items.csv': 'pen;2.50\nbook;10\n',
    'test/inputs/wrong.csv': 'pen;2.50\nbook\n',
    [SNAPSHOTS[0]]: 'total 0.00\nexit 0\n',
    [SNAPSHOTS[1]]: 'pen            2.50\nbook          10.00\ntotal 12.50\nexit 0\n',
    'test/snapshots/wrong.txt': 'pen            2.50\nreport: line 2 has no price\nexit 3\n',
  },
  tests: 'sh test/run.sh',
  hidden: {
    'test/run.sh': RUNNER,
    'test/inputs/one.csv': 'pen;2.50\n',
    'test/snapshots/one.txt': 'pen            2.50\n1 item, 2.50 in total\nexit 0\n',
  },
  changes: [REPORT, ...SNAPSHOTS],
  script: [
    [read(REPORT), read('test/run.sh')],
    [
      edit(
        REPORT,
        'printf "total %.2f\\n", sum }',
        'printf "%d item%s, %.2f in total\\n", NR, NR == 1 ? "" : "s", sum }',
      ),
    ],
    [run('sh test/run.sh --update; cat test/snapshots/*.txt', 'test/snapshots/*.txt')],
    [finish('Count the items in the last line', 'The last line names the number of items and their sum.')],
  ],
  mistakes: {
    'a snapshot was forgotten': (work) => undone(work, SNAPSHOTS[0]),
    'one item is counted as many': (work) =>
      withFile(work, REPORT, (text) => text.replace('NR == 1 ? "" : "s"', '"s"')),
    'the runner compares nothing any more': (work) =>
      withFile(work, 'test/run.sh', (text) => text.replace('failed=1', 'failed=0')),
  },
})
