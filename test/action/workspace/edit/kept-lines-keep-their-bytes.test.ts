import { describe, expect, test } from 'vitest'
import { type Aligned, alignLines } from '../../../../src/action/text/align-lines.ts'
import { changeLines, spliceLines } from '../../../../src/action/workspace/edit/change-lines.ts'
import { splitLines } from '../../../../src/action/workspace/edit/match/lines.ts'
import { allTexts } from '../../../support/all-texts.ts'

/** Length of the longest common subsequence, as its definition says. */
function commonLength(a: string, b: string): number {
  if (a === '' || b === '') return 0
  if (a[0] === b[0]) return 1 + commonLength(a.slice(1), b.slice(1))
  return Math.max(commonLength(a.slice(1), b), commonLength(a, b.slice(1)))
}

/** What follows from the lines that are kept. */
function expectedOf(old: string, put: string, aligned: readonly Aligned[]): Aligned[] {
  const kept = aligned.flatMap((line, at) => ('kept' in line ? [[line.kept, at] as const] : []))
  return [...put].map((text, at) => {
    const own = kept.find(([, place]) => place === at)
    if (own !== undefined) return { kept: own[0] }
    const [beforeOld, before] = kept.findLast(([, place]) => place < at) ?? [-1, -1]
    const [afterOld, after] = kept.find(([, place]) => place > at) ?? [old.length, put.length]
    const isOneByOne = afterOld - beforeOld === after - before
    const from = beforeOld + 1
    const inOld = from + (at - before - 1)
    const near = Math.min(inOld, Math.max(from, afterOld - 1), Math.max(0, old.length - 1))
    return { text, insteadOf: isOneByOne ? inOld : null, near }
  })
}

test('as many lines are kept as both texts have in common, and others replace those in their place', () => {
  const wrong: unknown[] = []
  for (const old of allTexts('ab', 5))
    for (const put of allTexts('abc', 4)) {
      const aligned = alignLines([...old], [...put])
      const kept = aligned.flatMap((line) => ('kept' in line ? [line.kept] : []))
      const isRight =
        kept.length === commonLength(old, put) &&
        kept.every((at, index) => index === 0 || at > (kept[index - 1] ?? -1)) &&
        aligned.every((line, at) => ('kept' in line ? old[line.kept] === put[at] : line.text === put[at])) &&
        JSON.stringify(aligned) === JSON.stringify(expectedOf(old, put, aligned))
      if (!isRight) wrong.push([old, put, aligned])
    }
  expect(wrong.slice(0, 3)).toEqual([])
})

test('between the common ends, 4,000,000 comparisons are made, and no more', () => {
  const distinct = (count: number, letter: string) =>
    Array.from({ length: count }, (_, at) => (at === 1000 ? 'same' : `${letter}${at}`))
  const kept = (old: number, put: number) =>
    alignLines(distinct(old, 'a'), distinct(put, 'b')).filter((line) => 'kept' in line).length
  expect(kept(2000, 2000)).toBe(1)
  expect(kept(2000, 2001)).toBe(0)
})

describe('a line that is replaced', () => {
  const file = splitLines('say “a” – b\n  it’s “x” here  \nend')
  const change = (at: number, old: string[], put: string[], reindent = (indent: string) => indent) =>
    changeLines(file, { at, old, new: put, reindent }).lines

  test.each([
    ['quotes that stay', 'say "a" - b', 'say "a" - c', 'say “a” – c'],
    ['quotes in the part that changes', 'say "a" - b', 'say "z" - b', 'say “z” – b'],
    ['a longer text', 'say "a" - b', 'say "a" - b and more', 'say “a” – b and more'],
    ['a shorter text', 'say "a" - b', 'say b', 'say b'],
    ['a text of the same beginning and end', 'say "a" - b', 'say "a" - b - b', 'say “a” – b - b'],
    ['white space at the end', 'say "a" - b', 'say "a" - c  ', 'say “a” – c  '],
    ['quoted with white space at the end', 'say "a" - b \t', 'say "a" - c', 'say “a” – c'],
    ['white space behind a change in the middle', 'say "a" - b', 'say "z" - b  ', 'say “z” – b  '],
    ['quoted as it is', 'say “a” – b', 'say "a" – c', 'say "a" – c'],
    ['another text', 'tell "a" - b', 'say "a" - c', 'say "a" - c'],
    ['white space alone', 'say "a" - b', '  ', '  '],
  ])('keeps what the file has: %s', (_, old, put, expected) => {
    expect(change(0, [old], [put])).toEqual([{ text: expected, near: 0 }])
  })

  test('gets the indentation of the file, and its white space is compared without it', () => {
    expect(change(1, ['it\'s "x" here'], ['it\'s "y" here'], (indent) => `  ${indent}`)).toEqual([
      { text: '  it’s “y” here', near: 1 },
    ])
    expect(change(1, ['it\'s "x" here'], ['\tnew'], (indent) => `[${indent.length}]`)).toEqual([
      { text: '[1]new', near: 1 },
    ])
  })

  test('keeps its indentation in each line, whatever was quoted', () => {
    const quotes = splitLines('x\ny\n  say “a”')
    const put = { at: 1, old: ['y', '\tsay "a"'], new: ['z', '\tsay "b"'], reindent: () => '  ' }
    expect(changeLines(quotes, put).lines).toEqual([
      { text: '  z', near: 1 },
      { text: '  say “b”', near: 2 },
    ])
  })

  test('gets no part of a line that has another space before it', () => {
    const spaced = splitLines('\u00a0“a” b')
    const put = { at: 0, old: ['"a" b'], new: ['"a" c'], reindent: (indent: string) => indent }
    expect(changeLines(spaced, put).lines).toEqual([{ text: '"a" c', near: 0 }])
  })

  test('is no other if there are more or fewer new lines', () => {
    expect(change(0, ['say "a" - b'], ['say "a" - c', 'd'])).toEqual([
      { text: 'say "a" - c', near: 0 },
      { text: 'd', near: 0 },
    ])
    expect(change(0, ['say "a" - b', 'x'], ['say "a" - b', 'y'])).toEqual([0, { text: 'y', near: 1 }])
  })
})

describe('line ends of new lines', () => {
  const splice = (text: string, at: number, count: number, ...lines: (number | [string, number])[]) =>
    spliceLines(splitLines(text), [
      {
        at,
        count,
        lines: lines.map((line) => (typeof line === 'number' ? line : { text: line[0], near: line[1] })),
      },
    ])

  test.each([
    ['of the line that it replaces', 'a\r\nb\nc\n', 0, 1, ['x', 0], 'x\r\nb\nc\n'],
    ['of the line before the last one', 'a\nb\r\nc', 2, 1, ['x', 2], 'a\nb\r\nx'],
    ['of a line alone', 'a', 0, 1, ['x', 0], 'x'],
  ] as const)('are those %s', (_, text, at, count, line, result) => {
    expect(splice(text, at, count, [...line]).text).toBe(result)
  })

  test('are those of the line above, or the usual one after a last line without a line end', () => {
    expect(splice('a\r\nb', 1, 1, ['x', 1], ['y', 1]).text).toBe('a\r\nx\r\ny')
    expect(splice('a', 0, 1, ['x', 0], ['y', 0]).text).toBe('x\ny')
    expect(splice('a\r\nb\r\nc\nd', 3, 1, ['x', 3], ['y', 3]).text).toBe('a\r\nb\r\nc\nx\ny')
  })

  test('a last line that is kept before others gets the usual one', () => {
    expect(splice('a\r\nb\r\nc', 2, 1, 2, ['x', 2]).text).toBe('a\r\nb\r\nc\r\nx')
  })

  test('changes are shown where they are in the new text', () => {
    const file = splitLines('a\nb\nc\nd\n')
    const spliced = spliceLines(file, [
      {
        at: 0,
        count: 1,
        lines: [
          { text: 'x', near: 0 },
          { text: 'y', near: 0 },
        ],
      },
      { at: 2, count: 1, lines: [] },
      { at: 3, count: 1, lines: [3, { text: 'z', near: 3 }] },
    ])
    expect(spliced).toEqual({
      text: 'x\ny\nb\nd\nz\n',
      ranges: [
        { from: 0, to: 2 },
        { from: 3, to: 3 },
        { from: 3, to: 5 },
      ],
    })
  })
})
