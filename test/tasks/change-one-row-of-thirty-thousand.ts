import { edit, finish, search } from './support/calls.ts'
import { changesJust, sameText, textOf } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const PATH = 'data/stations.csv'
const ROWS = 30_000

const row = (index: number): string =>
  `${100_000 + index};Station ${index % 977};${(index * 7919) % 9000};${index % 3 === 0 ? 'open' : 'closed'}`

const OLD = row(23_456)
const NEW = OLD.replace(/;(?:open|closed)$/, ';retired')

export const changeOneRowOfThirtyThousand: Task = {
  name: 'change-one-row-of-thirty-thousand',
  category: 'large',
  prompts: ['Station 123456 in data/stations.csv is retired. Set its state, the last column, to "retired".'],
  files: {
    'README.md':
      '# Stations\n\nOne file, sorted by number. Other programs read it by byte offset: keep the order.\n',
    [PATH]: `number;name;height;state\n${Array.from({ length: ROWS }, (_, index) => row(index)).join('\n')}\n`,
  },
  script: [
    [search('123456;', { path: PATH })],
    [edit(PATH, `\n${OLD}\n`, `\n${NEW}\n`)],
    [finish('Retire station 123456', 'The state of station 123456 is "retired" now.')],
  ],
  check(work) {
    changesJust(work, PATH)
    sameText(work, PATH, textOf(work.before, PATH).replace(`\n${OLD}\n`, `\n${NEW}\n`))
  },
  mistakes: {
    'another station is retired, too': (work) =>
      withFile(work, PATH, (text) => text.replace(row(23_457), row(23_457).replace(/\w+$/, 'retired'))),
    'the last line end is gone': (work) => withFile(work, PATH, (text) => text.trimEnd()),
  },
}
