import { expect, it } from 'vitest'
import { addressRange, isInRanges } from '../../../src/app/keys/address-range.ts'

it.each([
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['203.0.113.7', '203.0.113.7/32'],
  ['2001:db8::/32', '2001:db8::/32'],
  ['2001:db8::1', '2001:db8::1/128'],
  ['10.1', null],
  ['0x7f.1', null],
  ['203.0.113.0/33', null],
  ['example.com', null],
])('reads %s as %s', (text, range) => {
  expect(addressRange(text)).toBe(range)
})

it.each([
  ['203.0.113.9', ['203.0.113.0/24'], true],
  ['203.0.114.9', ['203.0.113.0/24'], false],
  ['::ffff:203.0.113.9', ['203.0.113.0/24'], true],
  ['2001:db8::9', ['203.0.113.0/24', '2001:db8::/32'], true],
  ['2001:db9::9', ['2001:db8::/32'], false],
  ['', ['0.0.0.0/0'], false],
  ['203.0.113.9', [], false],
])('%s in %j: %s', (address, ranges, inside) => {
  expect(isInRanges(address, ranges)).toBe(inside)
})
