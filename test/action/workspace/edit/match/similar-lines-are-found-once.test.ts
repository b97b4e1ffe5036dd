import { expect, test } from 'vitest'
import { fuzzyMatch } from '../../../../../src/action/workspace/edit/match/match-lines.ts'

/** A line without digits, and the same with so many other characters at its end. */
const line = (letter: string, length: number): string => letter.repeat(length)
const typos = (text: string, count: number): string => text.slice(0, text.length - count) + '_'.repeat(count)

const A = line('a', 25)
const B = line('b', 25)
const C = line('c', 25)
const D = line('d', 25)

test('a single line with text is no place, whatever empty lines are around it', () => {
  expect(fuzzyMatch([line('a', 40), ''], [line('a', 40), ''])).toBeNull()
  expect(fuzzyMatch([A, '', B], [A, '', typos(B, 1)])).toBe(0)
})

test('an empty line is no equal line', () => {
  expect(fuzzyMatch([A, '', B], [typos(A, 1), '', typos(B, 1)])).toBeNull()
})

test.each([
  ['10 of 100 characters', 5, 5, 0],
  ['11 of 100 characters', 6, 5, null],
])('a place may differ in a tenth: %s', (_, inC, inD, at) => {
  expect(fuzzyMatch([A, B, C, D], [A, B, typos(C, inC), typos(D, inD)])).toBe(at)
})

test('half of the lines are equal', () => {
  expect(fuzzyMatch([A, B, C, D], [A, B, typos(C, 1), typos(D, 1)])).toBe(0)
  expect(fuzzyMatch([A, B, C, D], [A, typos(B, 1), typos(C, 1), typos(D, 1)])).toBeNull()
})

test.each([
  [30, null],
  [31, 0],
])('a second place that differs in %i of 100 characters', (count, at) => {
  const [long, other] = [line('a', 50), line('b', 50)]
  const file = [long, typos(other, 1), long, typos(other, count)]
  expect(fuzzyMatch(file, [long, other])).toBe(at)
})

test('differences in several lines add up', () => {
  const quoted = [A, B, C, D]
  const second = (inC: number, inD: number) => [A, B, typos(C, inC), typos(D, inD)]
  expect(fuzzyMatch([A, B, C, typos(D, 1), ...second(15, 15)], quoted)).toBeNull()
  expect(fuzzyMatch([A, B, C, typos(D, 1), ...second(15, 16)], quoted)).toBe(0)
})

test.each([
  ['3 of 10 other', typos('b'.repeat(10), 3), 0],
  ['4 of 10 other', typos('b'.repeat(10), 4), null],
  ['3 more', 'b'.repeat(13), 0],
  ['4 more', 'b'.repeat(14), null],
  ['3 fewer', 'b'.repeat(7), 0],
])('a single line may differ in three of ten characters: %s', (_, found, at) => {
  const long = line('a', 90)
  expect(fuzzyMatch([long, found], [long, 'b'.repeat(10)])).toBe(at)
})

test('numbers must be equal, digits and grouping', () => {
  const long = line('a', 90)
  expect(fuzzyMatch([long, 'let x = 12 + y'], [long, 'let z = 12 + y'])).toBe(0)
  expect(fuzzyMatch([long, 'let x = 12 + y'], [long, 'let x = 13 + y'])).toBeNull()
  expect(fuzzyMatch([long, 'let x = 1 2 + y'], [long, 'let x = 12 + y'])).toBeNull()
})

test('the comparison is abandoned if it would take a second', () => {
  const [long, other] = [line('a', 1000), line('b', 1000)]
  const file = (places: number) => [
    long,
    typos(other, 1),
    ...Array.from({ length: places - 1 }, () => [long, '']).flat(),
  ]
  expect(fuzzyMatch(file(500), [long, other])).toBe(0)
  expect(fuzzyMatch(file(501), [long, other])).toBeNull()
})
