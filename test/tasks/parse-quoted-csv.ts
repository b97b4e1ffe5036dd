import { block } from './support/block.ts'
import { codeTask } from './support/code-task.ts'

export const parseQuotedCsv = codeTask({
  name: 'parse-quoted-csv',
  category: 'fix',
  prompt:
    'parseLine splits at commas inside of quoted cells. A cell may be in double quotes; inside of them a comma is text, and two double quotes are one. Everything else stays as it is.',
  path: 'src/parse-line.ts',
  files: {
    'src/parse-line.ts': block`
      /** The cells of a line of CSV. */
      export function parseLine(line: string): string[] {
        return line.split(',')
      }
      `,
  },
  edits: [
    [
      `  return line.split(',')`,
      `  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]
    if (isQuoted && character === '"' && line[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (character === '"') isQuoted = !isQuoted
    else if (character === ',' && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  return [...cells, cell]`,
    ],
  ],
  test: block`
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    import { parseLine } from '../src/parse-line.ts'

    test('cells', () => {
      assert.deepEqual(parseLine('a,b,,c'), ['a', 'b', '', 'c'])
      assert.deepEqual(parseLine(''), [''])
      assert.deepEqual(parseLine('"a,b",c'), ['a,b', 'c'])
      assert.deepEqual(parseLine('QsayQQhiQQQ,QQ'.replaceAll('Q', '"')), ['say"hi"', ''])
    })
    `,
  mistakes: {
    'two quotes end the cell': [`isQuoted && character === '"' && line[at + 1] === '"'`, `false`],
    'the last cell is lost': [`[...cells, cell]`, `cells`],
  },
})
