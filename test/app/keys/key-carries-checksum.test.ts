import fc from 'fast-check'
import { expect, it } from 'vitest'
import { holdsKey, keyForm, makeKey, withoutKeys } from '../../../src/app/keys/find-key.ts'
import { assertProperty, testRandom } from '../../support/random.ts'

it('all keys have one fixed form', () => {
  // CRC32 of `prn_` and thirty zeros, in base 62: fixed permanently, or every key in use would become malformed.
  expect(makeKey(() => 0)).toBe('prn_0000000000000000000000000000002ngFV1')
  expect(makeKey(testRandom().integer)).toMatch(/^prn_[0-9A-Za-z]{36}$/)
})

it('accepts every generated key, and none with one character changed or missing', () => {
  assertProperty(
    fc.property(fc.infiniteStream(fc.nat(61)), fc.integer({ min: 4, max: 39 }), (digits, place) => {
      const key = makeKey(() => Number(digits.next().value))
      expect(keyForm(key)).toBe('good')
      const other = key[place] === 'a' ? 'b' : 'a'
      expect(keyForm(key.slice(0, place) + other + key.slice(place + 1))).toBe('mistyped')
      expect(keyForm(key.slice(0, place) + key.slice(place + 1))).toBe('incomplete')
    }),
    { numRuns: 200 },
  )
})

it.each([
  ['', 'foreign'],
  [`PRN_${'a'.repeat(36)}`, 'foreign'],
  [' prn_', 'foreign'],
  ['prn_', 'incomplete'],
  ['prn_\n', 'incomplete'],
  [`${makeKey(() => 1)}\n`, 'incomplete'],
  [`${makeKey(() => 1)}x`, 'incomplete'],
  [`prn_${'0'.repeat(36)}`, 'mistyped'],
])('tells of %j that it is %s', (text, form) => {
  expect(keyForm(text)).toBe(form)
})

it('finds keys in a text and removes them, whole or in part', () => {
  const key = makeKey(testRandom().integer)
  expect(withoutKeys(`/v2/${key}/job/${key.slice(0, 15)}`)).toBe('/v2/prn_…/job/prn_…')
  expect([holdsKey(`a ${key}`), holdsKey('acme/prn_migrations')]).toEqual([true, false])
})
