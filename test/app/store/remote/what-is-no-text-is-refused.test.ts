import { expect, test } from 'vitest'
import { requireTexts } from '../../../../src/app/store/remote/group-commit.ts'
import type { Commit } from '../../../../src/app/store/store.ts'

/** As code without types could hand it over. */
const NO_TEXT = 7 as unknown as string
const good = { key: 'a', value: '1' }

test.each<[string, Commit]>([
  ['key of a check', { checks: [good, { key: NO_TEXT, value: null }] }],
  ['value of a check', { checks: [good, { key: 'a', value: NO_TEXT }] }],
  ['key of a write', { set: [good, { key: NO_TEXT, value: '1' }] }],
  ['value of a write', { set: [good, { key: 'a', value: NO_TEXT }] }],
  ['value of a write, absent', { set: [{ key: 'a' } as typeof good] }],
  ['key to delete', { del: ['a', NO_TEXT] }],
])('a commit is refused before it is part of a batch: %s', (_, commit) => {
  expect(() => requireTexts(commit)).toThrow(new TypeError('the store accepts only strings'))
})

test('texts are accepted, and a check for an absent key', () => {
  requireTexts({ checks: [good, { key: 'b', value: null }], set: [good], del: ['c'] })
  requireTexts({})
})
