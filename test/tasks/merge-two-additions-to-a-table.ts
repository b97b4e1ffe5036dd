import { block } from './support/block.ts'
import { edit, finish, read } from './support/calls.ts'
import { changesJust, sameText } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const TABLE = 'units/table.py'
const CHANGELOG = 'CHANGELOG.md'

const table = (...added: readonly string[]): string => block`
  # Sorted by name. Tests look units up by bisection.
  METERS = [
      ("foot", 0.3048),
  ${added.map((line) => `    ${line}\n`).join('')}    ("yard", 0.9144),
  ]
  `
const changelog = (...added: readonly string[]): string =>
  `# Changelog\n\n## Next\n\n${added.map((line) => `- ${line}\n`).join('')}- Python 3.12\n`

const LEAGUE = '("league", 4828.032),'
const MILE = '("mile", 1609.344),'

/** Both sides add at the same place of two files, and one of them is sorted. */
export const mergeTwoAdditionsToATable: Task = {
  name: 'merge-two-additions-to-a-table',
  category: 'conflict',
  prompts: [
    'Add the mile (1609.344 m) to the table of units, and a line "The mile" to the top of what is next in the changelog.',
    {
      push: {
        [TABLE]: table(LEAGUE),
        [CHANGELOG]: changelog('The league'),
        'units/old.py': null,
      },
    },
  ],
  files: {
    [TABLE]: table(),
    [CHANGELOG]: changelog(),
    'units/__init__.py': 'from .table import METERS\n\n__all__ = ["METERS"]\n',
    'units/old.py': 'FURLONG = 201.168\n',
  },
  script: [
    [read(TABLE), read(CHANGELOG)],
    [
      edit(TABLE, '    ("yard"', `    ${MILE}\n    ("yard"`),
      edit(CHANGELOG, '- Python', '- The mile\n- Python'),
    ],
    [finish('Add the mile', 'The table has the mile.')],
    [read(TABLE), read(CHANGELOG)],
    [
      { name: 'write', input: { path: TABLE, text: table(LEAGUE, MILE) } },
      { name: 'write', input: { path: CHANGELOG, text: changelog('The mile', 'The league') } },
    ],
    [finish('Merge the league', 'The table has both, sorted by name.')],
  ],
  check(work) {
    changesJust(work, TABLE, CHANGELOG)
    sameText(work, TABLE, table(LEAGUE, MILE))
    const isMileFirst =
      String(work.after[CHANGELOG]).indexOf('mile') < String(work.after[CHANGELOG]).indexOf('league')
    const lines = ['The mile', 'The league']
    sameText(work, CHANGELOG, changelog(...(isMileFirst ? lines : lines.toReversed())))
  },
  mistakes: {
    'the table is not sorted': (work) => withFile(work, TABLE, () => table(MILE, LEAGUE)),
    'the addition of the base is lost': (work) => withFile(work, CHANGELOG, () => changelog('The mile')),
    'a file is back that the base deleted': (work) =>
      withFile(work, 'units/old.py', () => 'FURLONG = 201.168\n'),
  },
}
