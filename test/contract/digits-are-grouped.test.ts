import { expect, test } from 'vitest'
import { groupDigits } from '../../src/contract/text.ts'

test('digits are grouped as in English', () => {
  for (let count = 1; count <= Number.MAX_SAFE_INTEGER; count = count * 7 + 3)
    expect(groupDigits(count)).toBe(count.toLocaleString('en'))
  expect([0, 999, 1000, 1_000_000].map(groupDigits)).toEqual(['0', '999', '1,000', '1,000,000'])
})
