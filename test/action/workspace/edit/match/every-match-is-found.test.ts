import { expect, test } from 'vitest'
import {
  findRangeAtEof,
  findRanges,
  indexOfAll,
  MAX_REPORTED,
  type TextRange,
} from '../../../../../src/action/workspace/edit/match/find-ranges.ts'
import { countLines, findLineEnd, splitLines } from '../../../../../src/action/workspace/edit/match/lines.ts'
import { allTexts } from '../../../../support/all-texts.ts'

/** As slow and as plain as possible. */
function lookFor(text: string, sought: string, advance: number, max: number): number[] {
  const found: number[] = []
  for (let at = 0; at + sought.length <= text.length && found.length < max; at += 1) {
    const last = found.at(-1)
    if (text.slice(at, at + sought.length) === sought && (last === undefined || at >= last + advance))
      found.push(at)
  }
  return found
}

const ALL = Number.POSITIVE_INFINITY

test('a short text is found at every offset', () => {
  const wrong: unknown[] = []
  for (const text of allTexts('ab', 6))
    for (const sought of allTexts('ab', 3).slice(1))
      for (const [advance, max] of [
        [1, ALL],
        [2, ALL],
        [sought.length, ALL],
        [1, 1],
        [1, 2],
      ] as const)
        if (
          String(indexOfAll(text, sought, { advance, max })) !== String(lookFor(text, sought, advance, max))
        )
          wrong.push([text, sought, advance, max])
  expect(wrong).toEqual([])
})

/** Each is longer than what `indexOf` looks for, and nearly stands in itself elsewhere. */
const LONG = ['a', 'ab', 'aab', 'abaab', 'aabaaab']
  .map((unit) => unit.repeat(Math.ceil(300 / unit.length)))
  .flatMap((text) => [text, `${text}b`, `b${text}`, `${text}a`, `${text}c${text.slice(0, 50)}`])

test('a long text that repeats itself is found at every offset', () => {
  const wrong: unknown[] = []
  for (const sought of LONG) {
    const texts = [
      sought,
      sought.slice(1),
      sought + sought,
      sought.slice(0, -1) + sought + sought.slice(1),
      sought.slice(0, 150) + sought,
      sought.slice(7) + sought.slice(3) + sought,
      `${sought}x${sought}`,
      sought + sought.slice(-10) + sought.slice(-1) + sought,
      sought.slice(0, 200) + sought.slice(0, 290) + sought + sought.slice(0, 20) + sought,
    ]
    for (const text of texts)
      for (const [advance, max] of [
        [1, ALL],
        [5, ALL],
        [sought.length, ALL],
        [1, 1],
        [1, 3],
      ] as const)
        if (
          String(indexOfAll(text, sought, { advance, max })) !== String(lookFor(text, sought, advance, max))
        )
          wrong.push([text, sought, advance, max])
  }
  expect(wrong).toEqual([])
})

test('256 characters and 257 are found', () => {
  for (const length of [256, 257]) {
    const sought = 'a'.repeat(length)
    expect(indexOfAll(`${sought}a`, sought, { advance: 1, max: ALL })).toEqual([0, 1])
  }
})

/** The place of an offset, counted from the beginning. */
function placeOf(text: string, offset: number): [line: number, column: number] {
  const before = text.slice(0, offset).split('\n')
  return [before.length - 1, before.at(-1)?.length ?? 0]
}

function rangeAt(text: string, from: number, to: number): TextRange {
  const [[line, column], [endLine, endColumn]] = [placeOf(text, from), placeOf(text, to)]
  return { line, column, endLine, endColumn }
}

const CUTS = [undefined, ...[true, false].flatMap((start) => [true, false].map((end) => ({ start, end })))]

test('ranges are where the text is, and begin and end lines where it was cut', () => {
  const wrong: unknown[] = []
  for (const text of allTexts('ab\n', 5))
    for (const sought of allTexts('a\n', 3).slice(1))
      for (const cut of CUTS)
        for (const overlapping of [true, false]) {
          const offsets = lookFor(text, sought, overlapping ? 1 : sought.length, ALL)
          const expected = offsets.flatMap((at) => {
            const end = at + sought.length
            const isRefused =
              (cut?.start === true && at > 0 && text[at - 1] !== '\n') ||
              (cut?.end === true && end < text.length && text[end] !== '\n')
            return isRefused ? [] : [rangeAt(text, at, end)]
          })
          const found = findRanges(text.split('\n'), sought, { ...(cut && { cut }), overlapping })
          if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push([text, sought, cut, overlapping])
        }
  expect(wrong).toEqual([])
})

test('one match more than can be reported stands for all others, and every match is found to be replaced', () => {
  const lines = (count: number) => Array.from({ length: count }, () => 'ab')
  const count = (many: number, options: Parameters<typeof findRanges>[2]) =>
    findRanges(lines(many), 'a', options).length
  expect(MAX_REPORTED).toBe(1000)
  expect([999, 1000, 1001, 1002, 1500].map((many) => count(many, { overlapping: true }))).toEqual([
    999, 1000, 1001, 1001, 1001,
  ])
  const cut = { start: true, end: false }
  expect([1000, 1001, 1500].map((many) => count(many, { overlapping: true, cut }))).toEqual([
    1000, 1001, 1001,
  ])
  expect(count(1500, { overlapping: false })).toBe(1500)
})

test('matches that are cut wrongly do not use up what can be reported', () => {
  const lines = [...Array.from({ length: 1500 }, () => 'xa'), 'a']
  const cut = { start: true, end: false }
  expect(findRanges(lines, 'a', { overlapping: true, cut })).toHaveLength(1)
})

test('the match at the end of a file is the text without its last line end, behind all others', () => {
  const wrong: unknown[] = []
  for (const text of allTexts('a\n', 6))
    for (const sought of allTexts('a\n', 4)) {
      const bare = sought.slice(0, -1)
      const from = text.length - bare.length
      const isThere =
        sought.endsWith('\n') && sought !== '\n' && !text.endsWith('\n') && text !== '' && text.endsWith(bare)
      const before = sought === '' ? [] : findRanges(text.split('\n'), sought, { overlapping: false })
      const ends = sought === '' ? [] : lookFor(text, sought, sought.length, ALL)
      const isBehind = ends.every((at) => at + sought.length <= from)
      const expected = isThere ? rangeAt(text, from, text.length) : null
      const found = findRangeAtEof(text.split('\n'), sought)
      if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push([text, sought])
      const behind = findRangeAtEof(text.split('\n'), sought, before)
      if (JSON.stringify(behind) !== JSON.stringify(isBehind ? expected : null))
        wrong.push([text, sought, 'behind'])
    }
  expect(wrong).toEqual([])
})

test('lines and their ends together are the text', () => {
  const wrong: string[] = []
  for (const text of allTexts('a\r\n', 6)) {
    const { lines, ends } = splitLines(text)
    const isRight =
      JSON.stringify(lines) === JSON.stringify(text.split(/\r?\n/)) &&
      JSON.stringify(ends) === JSON.stringify([...(text.match(/\r?\n/g) ?? []), ''])
    const unix = ends.filter((end) => end === '\n').length
    const windows = ends.filter((end) => end === '\r\n').length
    const isUsual = findLineEnd({ lines, ends }) === (windows > unix ? '\r\n' : '\n')
    const isCounted = countLines({ lines, ends }) === (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).length
    if (!isRight || !isUsual || !isCounted) wrong.push(text)
  }
  expect(wrong).toEqual([])
})
