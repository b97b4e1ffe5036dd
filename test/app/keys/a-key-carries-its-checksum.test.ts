import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isKey, makeKey } from '../../../src/app/keys/format-key.ts'

it('makes keys of one fixed form', () => {
  // CRC32 of `prn_` and thirty zeros, in base 62: fixed for ever, or every key in use would become malformed.
  expect(makeKey(() => 0)).toBe('prn_0000000000000000000000000000002ngFV1')
  expect(makeKey((below) => randomInt(below))).toMatch(/^prn_[0-9A-Za-z]{36}$/)
})

it('takes every key it makes, and none with one character changed or missing', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat(61)), fc.integer({ min: 4, max: 39 }), (digits, place) => {
      const key = makeKey(() => Number(digits.next().value))
      expect(isKey(key)).toBe(true)
      const other = key[place] === 'a' ? 'b' : 'a'
      expect(isKey(key.slice(0, place) + other + key.slice(place + 1))).toBe(false)
      expect(isKey(key.slice(0, place) + key.slice(place + 1))).toBe(false)
    }),
    { numRuns: 200 },
  )
})

it.each(['', 'prn_', 'Bearer prn_', 'prn_\n', `prn_${'0'.repeat(36)}`, `PRN_${'a'.repeat(36)}`])(
  'refuses %j',
  (text) => {
    expect(isKey(text)).toBe(false)
  },
)

it('refuses a good key with a line end behind it', () => {
  expect(isKey(`${makeKey(() => 1)}\n`)).toBe(false)
})
