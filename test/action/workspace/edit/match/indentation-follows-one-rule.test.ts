import { expect, test } from 'vitest'
import { indentOf, inferReindent } from '../../../../../src/action/workspace/edit/match/reindent.ts'

/** What a rule makes of each indentation; `null`: there is no rule. */
function reindent(pairs: readonly (readonly [written: string, found: string])[], indents: readonly string[]) {
  const rule = inferReindent(pairs.map(([written, found]) => ({ written, found })))
  return rule === null ? null : indents.map(rule)
}

const ALL = ['', ' ', '  ', '    ', '\t', ' \t', '\t ']

test('the indentation of a line is its spaces and tabs', () => {
  expect([' \ta', 'a b', '', ' ', '\u00a0a'].map(indentOf)).toEqual([' \t', '', '', ' ', ''])
})

test('without a line, or where all are as found, nothing changes', () => {
  expect(reindent([], ALL)).toEqual(ALL)
  const asFound = [
    ['  ', '  '],
    ['\t', '\t'],
  ] as const
  expect(reindent(asFound, ALL)).toEqual(ALL)
})

test('an additional prefix is added to each line', () => {
  expect(
    reindent(
      [
        ['', '\t'],
        ['  ', '\t  '],
      ],
      ['', '    ', '\t'],
    ),
  ).toEqual(['\t', '\t    ', '\t\t'])
})

test('a missing prefix is removed from the lines that begin with it', () => {
  expect(reindent([['\t  ', '  ']], ['\t  ', '\t', '  \t', ' '])).toEqual(['  ', '', '', ''])
  expect(reindent([['    ', '']], ['    ', '      ', '  '])).toEqual(['', '  ', ''])
})

test('the unit is another one', () => {
  expect(
    reindent(
      [
        ['  ', '\t'],
        ['    ', '\t\t'],
      ],
      ['', '  ', '      '],
    ),
  ).toEqual(['', '\t', '\t\t\t'])
  expect(reindent([['\t', '    ']], ['\t\t', '\t\t\t'])).toEqual([' '.repeat(8), ' '.repeat(12)])
  expect(reindent([['  ', '      ']], ['  ', '    '])).toEqual([' '.repeat(6), ' '.repeat(8)])
})

test('spaces that make no whole unit stay spaces', () => {
  expect(reindent([['    ', '\t']], ['      ', '     ', '   '])).toEqual(['\t  ', '\t ', '   '])
})

test('an offset is kept, and none is negative', () => {
  const shifted = [
    ['    ', '\t'],
    ['      ', '\t\t'],
  ] as const
  expect(reindent(shifted, ['', '  ', '    ', '        '])).toEqual(['', '', '\t', '\t\t\t'])
})

test('an indentation in another unit is that of the file', () => {
  expect(reindent([['  ', '\t']], ['\t\t', ' \t', '  '])).toEqual(['\t\t', ' \t', '\t'])
})

test.each([
  ['tabs and spaces written', [[' \t', '    ']]],
  ['tabs and spaces found', [['  ', '\t  \t']]],
  ['both on both sides', [[' \t', ' \t ']]],
  ['one and a half', [['  ', '\t\t\t']]],
  [
    'the same whatever is written',
    [
      ['  ', '\t'],
      ['    ', '\t'],
    ],
  ],
  [
    'less the more is written',
    [
      ['  ', '\t\t'],
      ['    ', '\t'],
    ],
  ],
  [
    'a third line by another rule',
    [
      ['  ', '\t'],
      ['    ', '\t\t'],
      ['      ', '\t'],
    ],
  ],
  [
    'more in one line only',
    [
      ['', '  '],
      ['  ', '  '],
    ],
  ],
] as const)('no one rule: %s', (_, pairs) => {
  expect(reindent(pairs, ALL)).toBeNull()
})
