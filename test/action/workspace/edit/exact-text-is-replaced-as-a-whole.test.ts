import { describe, expect, test } from 'vitest'
import { replaceExact } from '../../../../src/action/workspace/edit/replace-exact.ts'
import { describeLevel, replaceText } from '../../../../src/action/workspace/edit/replace-text.ts'
import { SIZE_LIMIT } from '../../../../src/action/workspace/files/read-text.ts'

interface Options {
  readonly all?: boolean
  readonly exactOnly?: boolean
}

const replace = (
  text: string,
  old: string,
  fresh: string,
  { all = false, exactOnly = false }: Options = {},
) => replaceExact(text, { old, new: fresh }, { all, exactOnly })

describe('a file is edited as a whole', () => {
  test.each([
    ['text within a line, whatever the line ends are', 'a\r\nb\nc\r\r\n', 'b', 'x', 'a\r\nx\nc\r\r\n'],
    ['lines that end with LF', 'a\nb\n', 'a\nb', 'x\ny', 'x\ny\n'],
    ['lines that end with CRLF', 'a\r\nb\r\n', 'a\nb', 'x\ny', 'x\r\ny\r\n'],
    ['a new text with CRLF', 'a\r\nb\r\n', 'a\nb', 'x\r\ny', 'x\r\ny\r\n'],
    ['a new text with CRLF in a file with LF', 'a\nb\n', 'a\nb', 'x', 'x\n'],
  ])('%s', (_, text, old, fresh, result) => {
    expect(replace(text, old, fresh)?.splice()).toEqual({ text: result, ranges: [] })
  })

  test.each([
    ['the text is not there', 'a\nb\n', 'c', 'x'],
    ['mixed line ends', 'a\r\nb\n', 'a\nb', 'x'],
    ['CR before CRLF', 'a\r\r\nb\r\n', 'b\r\n', 'x\n'],
    ['CR alone in the new text', 'a\r\nb\r\n', 'a\n', 'x\ry\n'],
    ['CR in the old text', 'a\r\nb\r\n', 'a\r\n', 'x\n'],
    ['CRLF in the new text, where the file has LF', 'a\nb\n', 'a\n', 'x\r\n'],
  ])('but not: %s', (_, text, old, fresh) => {
    expect(replace(text, old, fresh)).toBeNull()
  })
})

describe('lines of matches', () => {
  test.each([
    ['a\nb', '\nb', [1]],
    ['a\nb\nb', 'b', [2, 3]],
    ['a a\na', 'a', [1, 1, 2]],
    ['\n\n', '\n', [1, 2]],
  ])('%j: %j', (text, old, lines) => {
    expect(replace(text, old, 'x', { all: true })?.lines).toEqual(lines)
  })
})

describe('the last line without a line end', () => {
  test.each([
    ['a\nb\na', 'a\n', [1, 3], 'matched', 'x\nb\nx'],
    ['x\na\na\na', 'a\na\n', [2], 'no match', 'x\nx\na'],
    ['a\na\n', 'a\n', [1, 2], 'no match', 'x\nx\n'],
    ['a\n\nb', '\n', [1, 2], 'no match', 'ax\nx\nb'],
    ['a\nab', 'a', [1, 2], 'no match', 'x\n\nx\nb'],
    ['\na\nb\na', 'a\n', [2, 4], 'matched', '\nx\nb\nx'],
    ['b\na', 'a\n', null, null, null],
  ])('%j: %j', (text, old, lines, lastLine, result) => {
    const found = replace(text, old, 'x\n', { all: true })
    expect(found?.lines ?? null).toEqual(lines)
    expect(found?.lastLine ?? null).toBe(lastLine)
    expect(found?.splice().text ?? null).toBe(result)
  })

  test('is left if nobody has read the file, and is no match if only one is replaced', () => {
    const left = replace('a\nb\na', 'a\n', 'x\n', { all: true, exactOnly: true })
    expect(left).toMatchObject({ lines: [1], lastLine: 'left' })
    expect(left?.splice().text).toBe('x\nb\na')
    expect(replace('a\nb\na', 'a\n', 'x\n')).toMatchObject({ lines: [1], lastLine: 'no match' })
  })
})

test.each([
  ['a\nb\nc', 'b', true, 'a\nc'],
  ['a\r\nb\r\nc', 'b', true, 'a\r\nc'],
  ['a\nb\nc', 'c', false, 'a\nb\n'],
  ['a\nxb\nc', 'b', false, 'a\nx\nc'],
  ['a\nbx\nc', 'b', false, 'a\nx\nc'],
  ['b\nc', 'b', true, 'c'],
  ['a\nb\nc', 'b\n', false, 'a\nc'],
])('of %j, %j is removed with its line end: %s', (text, old, expected, result) => {
  const found = replace(text, old, '')
  expect([found?.removesLines, found?.splice().text]).toEqual([expected, result])
})

describe('replaceText', () => {
  const edit = (text: string, old: string, fresh: string, options?: Parameters<typeof replaceText>[2]) =>
    replaceText(text, { old, new: fresh, all: false }, options)

  test('searches a large file only for exact matches', () => {
    expect(edit('a \nb\n', 'a\nb', 'x')).toMatchObject({ ok: true, level: 'line-end' })
    expect(edit('a \nb\n', 'a\nb', 'x', { isLarge: true })).toEqual({
      ok: false,
      problem:
        '`old` does not occur in the file. The file is larger than 2 MiB, where only text that is the same byte for byte is found: copy it exactly as read shows it.',
    })
  })

  test('makes no file larger than 2 MiB by new text', () => {
    const put = 'x'.repeat(SIZE_LIMIT / 2)
    expect(replaceText('aa', { old: 'a', new: put, all: true })).toMatchObject({ ok: true })
    expect(replaceText('aa', { old: 'a', new: `${put}x`, all: true })).toEqual({
      ok: false,
      problem: `\`new\` in 2 places would make the file larger than ${SIZE_LIMIT} bytes.`,
    })
  })

  test('keeps CRLF of the new text in a file without any line end', () => {
    expect(edit('a', 'a', 'x\r\ny')).toMatchObject({ text: 'x\r\ny' })
    expect(edit('a\nb', 'a\nb', 'x\r\ny')).toMatchObject({ text: 'x\ny' })
  })

  test('finds a text after the byte order mark exactly', () => {
    expect(edit('a\nb\n', '\uFEFFa', '\uFEFFc')).toMatchObject({ level: 'exact', text: 'c\nb\n' })
    expect(edit('a\nb\n', '\uFEFFa', 'c')).toMatchObject({ level: 'exact', text: 'c\nb\n' })
  })

  test('names `new` if it cannot be written', () => {
    expect(edit('a', 'a', '\0')).toMatchObject({
      problem: '`new` holds a NUL character, which makes a file binary. Leave it out.',
    })
  })

  test('says how several places were found', () => {
    const problem = (text: string, old: string) => {
      const replaced = edit(text, old, 'x')
      return replaced.ok ? '' : replaced.problem
    }
    expect(problem('a\na\n', 'a')).toMatch(/^`old` occurs 2 times, at lines 1, 2\. Add lines/)
    expect(problem('a \na \n', 'a\n')).toMatch(
      /^`old` occurs \(where white space at line ends differs\) 2 times, at lines 1, 2\. Add lines/,
    )
  })
})

test('each level says what it ignored', () => {
  const levels = ['exact', 'line-end', 'indentation', 'punctuation', 'similar'] as const
  expect(levels.map(describeLevel)).toEqual([
    '',
    'white space at line ends differs',
    'indentation differs; the new text was fitted to that of the file',
    'quotes, dashes or spaces are of another kind',
    'the text is similar, not the same: check it',
  ])
})
