import { expect, test } from 'vitest'
import { memoizeParse } from '../../../src/app/store/parse-records.ts'

function counted() {
  const parsed: string[] = []
  const parse = memoizeParse((text) => {
    parsed.push(text)
    return { text }
  })
  return { parse, parsed }
}

test('a text is parsed once, and its result shared', () => {
  const { parse, parsed } = counted()
  expect(parse('a')).toBe(parse('a'))
  expect(parse('b')).toEqual({ text: 'b' })
  expect(parsed).toEqual(['a', 'b'])
})

test('500 texts are cached, and one more clears the cache', () => {
  const { parse, parsed } = counted()
  for (let n = 0; n < 500; n++) parse(`text ${n}`)
  parse('text 0')
  expect(parsed).toHaveLength(500)
  parse('one more')
  parse('one more')
  expect(parsed).toHaveLength(501)
  parse('text 0')
  expect(parsed).toHaveLength(502)
})

test('a text that cannot be parsed is parsed again', () => {
  let attempts = 0
  const parse = memoizeParse((): never => {
    attempts += 1
    throw new Error('unreadable')
  })
  for (let n = 0; n < 2; n++) expect(() => parse('a')).toThrow('unreadable')
  expect(attempts).toBe(2)
})

test('only the last text of a named record is cached', () => {
  const { parse, parsed } = counted()
  expect(parse('a', 'one')).toBe(parse('a', 'one'))
  expect(parse('b', 'one')).toEqual({ text: 'b' })
  expect(parse('a', 'other')).toEqual({ text: 'a' })
  parse('a', 'one')
  expect(parsed).toEqual(['a', 'b', 'a', 'a'])
})

test('a record that changes leaves the others in a full cache', () => {
  const { parse, parsed } = counted()
  for (let n = 0; n < 500; n++) parse('first', `record ${n}`)
  parse('second', 'record 0')
  expect(parsed).toHaveLength(501)
  parse('first', 'record 499')
  expect(parsed).toHaveLength(501)
})
