import fc from 'fast-check'
import { expect, test } from 'vitest'
import { int8Array } from '../../../../src/app/store/postgres/statements.ts'
import { assertProperty } from '../../../support/random.ts'

/** After the dimensions, flags, type, length and lower bound. */
const FIRST = 20

test('each integer takes eight bytes, and null none', () => {
  const numbers = fc.array(fc.option(fc.maxSafeInteger()), { maxLength: 20 })
  assertProperty(
    fc.property(numbers, (all) => {
      const array = int8Array(all)
      let at = FIRST
      for (const number of all) {
        expect(array.readInt32BE(at)).toBe(number === null ? -1 : 8)
        at += 4
        if (number === null) continue
        expect(array.readBigInt64BE(at)).toBe(BigInt(number))
        at += 8
      }
      expect(array).toHaveLength(at)
    }),
  )
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])('%d is refused', (number) => {
  expect(() => int8Array([1, number])).toThrow(`${number} cannot be stored as an integer`)
})
