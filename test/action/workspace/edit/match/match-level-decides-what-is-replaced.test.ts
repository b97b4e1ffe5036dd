import { describe, expect, test } from 'vitest'
import { normalizeLines } from '../../../../../src/action/workspace/edit/match/lines.ts'
import { type LineMatches, matchLines } from '../../../../../src/action/workspace/edit/match/match-lines.ts'
import { replaceText } from '../../../../../src/action/workspace/edit/replace-text.ts'

/** all, level, text, old, new, result */
type Row = readonly [string, boolean, string, string, string, string, string]

const CUT: readonly Row[] = [
  ['a first line of spaces is a line', false, 'indentation', 'x\nfoo\n', ' \t\nfoo', 'bar', 'x\nbar\n'],
  [
    'an empty first line may be the end of one',
    false,
    'line-end',
    'x\nfoo\n',
    '\nfoo ',
    '\nbar ',
    'x\nbar \n',
  ],
  ['spaces at the end end a line', false, 'line-end', 'foo\nfoobar\n', 'foo\t', 'x', 'x\nfoobar\n'],
]

const AT_EOF: readonly Row[] = [
  ['one match in the last line', false, 'indentation', 'b\na ', 'a\n', 'c\n', 'b\nc'],
  ['every match, behind a line of spaces', true, 'indentation', 'x\na ', ' \na\n', 'b\n', 'x\nb'],
  ['every match with spaces at line ends', true, 'line-end', 'a \nb\na  ', 'a\n', 'c\n', 'c\nb\nc'],
  ['a last line that is removed', false, 'indentation', 'a\n  b', '\tb', '', 'a\n'],
  ['a line that is removed', false, 'indentation', 'a\n  b\nc', '\tb', '', 'a\nc'],
  ['a line that is removed with its end', false, 'indentation', 'a\n  b\nc', '\tb\n', '', 'a\nc'],
]

const FITTED: readonly Row[] = [
  [
    'the new text has the indentation of a line below an empty one',
    false,
    'indentation',
    '// note\n\n\tfunction a() {}\n',
    '\nfunction a() {}\n',
    '\n\tfunction b() {}\n',
    '// note\n\n\tfunction b() {}\n',
  ],
  [
    'the old text had an indentation, so that of the new one is relative to it',
    false,
    'indentation',
    '    x = 1\n    y = 2\n',
    '  x = 1\n  y = 2',
    '    x = 3\n    y = 2',
    '      x = 3\n      y = 2\n',
  ],
  [
    'a line of the new text has none',
    false,
    'indentation',
    '    x = 1\n    y = 2\n',
    'x = 1\ny = 2',
    '    if a:\nb',
    '        if a:\n    b\n',
  ],
  [
    'the first line of the new text has more',
    false,
    'indentation',
    '    x = 1\n    y = 2\n',
    'x = 1\ny = 2',
    '      z\n    w',
    '          z\n        w\n',
  ],
  [
    'a line of spaces in the new text does not count',
    false,
    'indentation',
    '    x = 1\n    y = 2\n',
    'x = 1\ny = 2',
    '    a\n  \n    b',
    '    a\n  \n    b\n',
  ],
  [
    'the new text is empty lines',
    false,
    'indentation',
    '    x = 1\n    y = 2\nz\n',
    'x = 1\ny = 2',
    '\n ',
    '\n \nz\n',
  ],
]

const PUNCTUATION: readonly Row[] = [
  ['within lines', false, 'punctuation', 'a “b” c\n', '"b"', '"d"', 'a “d” c\n'],
  [
    'with empty lines around',
    false,
    'punctuation',
    '  it’s\n  x\n',
    "\nit's\nx\n\n",
    "\nit's\ny\n\n",
    '  it’s\n  y\n',
  ],
  ['every match', true, 'punctuation', '“a”\n“a”\n', '"a"', '"b"', '“b”\n“b”\n'],
]

describe.each([
  ['where a text is cut', CUT],
  ['at the end of a file', AT_EOF],
  ['indentation that is left out', FITTED],
  ['punctuation', PUNCTUATION],
])('%s', (_, rows) => {
  test.each(rows)('%s', (_name, all, level, text, old, fresh, result) => {
    expect(replaceText(text, { old, new: fresh, all })).toMatchObject({
      ok: true,
      level,
      text: result,
      lastLine: all && !text.endsWith('\n') && text.startsWith('a') ? 'matched' : 'no match',
    })
  })
})

test('matches that overlap are counted where line ends are mixed, too', () => {
  expect(replaceText('q\r\nw\na\na\na', { old: 'a\na', new: 'b\n', all: false })).toMatchObject({
    ok: false,
    problem: expect.stringContaining('occurs 2 times, at lines 3, 4'),
  })
})

describe('complete lines', () => {
  const find = (text: string, quoted: string, options?: Parameters<typeof matchLines>[2]) => {
    const found: LineMatches | null = matchLines(
      normalizeLines(text.split('\n')),
      quoted.split('\n'),
      options,
    )
    return found && [found.level, ...found.matches.map(({ at }) => at)]
  }

  test.each([
    ['a\nb\na', 'a', ['exact', 0, 2]],
    ['a \nb\na\t', 'a', ['line-end', 0, 2]],
    ['  a\nb', 'a', ['indentation', 0]],
    ['“a”\nb', '"a"', ['punctuation', 0]],
    ['  “a”\nb', '"a"', ['punctuation', 0]],
    ['a\na\na', 'a\na', ['exact', 0, 1]],
    ['b\na', 'a\nb', null],
    ['a\nb', 'a\nc', null],
    [' \nb', '\t', null],
    ['\nb', '', ['exact', 0]],
    ['a \n\nb', 'a\n\nb', ['line-end', 0]],
    ['  a\n \n  b', 'a\n\t\nb', ['indentation', 0]],
  ])('of %j that are %j', (text, quoted, expected) => {
    expect(find(text, quoted)).toEqual(expected)
  })

  test('the level is the first one with a match that is accepted', () => {
    expect(find('a\na \n', 'a', { accept: ({ at }) => at === 1 })).toEqual(['line-end', 1])
    expect(find('a \nb', 'a', { exactOnly: true })).toBeNull()
    expect(find('a\nb', 'a', { exactOnly: true })).toEqual(['exact', 0])
  })

  test('no lines are nowhere', () => {
    expect(matchLines(normalizeLines(['a']), [])).toBeNull()
  })

  test('3,000,000 comparisons are made, and no more', () => {
    const file = (lines: number) => Array.from({ length: lines }, () => 'a').join('\n')
    expect(find(file(3999), file(1000))).toHaveLength(3001)
    expect(find(file(4000), file(1000))).toBeNull()
    const nearly = `${file(1000)}\nb`
    expect(find(`${file(3998)}\nb`, nearly)).toEqual(['exact', 2998])
    expect(find(`${file(3999)}\nb`, nearly)).toBeNull()
  })
})
