import { expect, test } from 'vitest'
import { reason } from '../../src/contract/reasons.ts'
import { cutHead, cutTail } from '../../src/contract/text.ts'

const TOKEN = 'ghp_0123456789abcdefABCDEF0123456789abcd'

test('a possible secret that a cut would split is left out', () => {
  expect(cutHead(`one ${TOKEN} two`, 20)).toBe('one ')
  expect(cutTail(`one ${TOKEN} two`, 20)).toBe(' two')
  expect(cutHead(`one;"${TOKEN}"`, 20)).toBe('one;"')
  expect(cutHead('one two', 3)).toBe('one')
  expect(cutTail('one two', 3)).toBe('two')
})

test('a short text stays as it is, and a very long word is cut like any other text', () => {
  expect(cutHead(TOKEN, 40)).toBe(TOKEN)
  expect(cutTail(TOKEN, 40)).toBe(TOKEN)
  expect(cutHead('x'.repeat(20_000), 9000)).toHaveLength(9000)
  expect(cutTail('x'.repeat(20_000), 9000)).toHaveLength(9000)
  expect(cutHead('あ'.repeat(900), 600)).toHaveLength(600)
  expect(cutHead('😀😀', 3)).toBe('😀\ufffd')
  expect([cutHead('abc', 0), cutTail('abc', 0)]).toEqual(['', ''])
})

test('the detail of a reason is cut in the same way', () => {
  const { message } = reason('model-refused', `${'word '.repeat(115)}${TOKEN}${TOKEN} and more`)
  expect(message).not.toContain('ghp_')
  expect(message).toContain('word …')
})
