import { expect, it } from 'vitest'
import { isInRanges, parseIpRange } from '../../src/net/ip-address.ts'

it.each([
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['203.0.113.7', '203.0.113.7/32'],
  ['2001:db8::/32', '2001:db8::/32'],
  ['2001:DB8::1', '2001:db8::1/128'],
  // The bits of the host say nothing; what is shown is what holds.
  ['203.0.113.7/24', '203.0.113.0/24'],
  ['2001:db8::1/32', '2001:db8::/32'],
  // IPv4 in the clothes of IPv6 would never match as it stands.
  ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
  ['::ffff:10.0.0.1', '10.0.0.1/32'],
])('reads %s as %s', (text, range) => {
  expect(parseIpRange(text)).toEqual({ kind: 'range', range })
  expect(parseIpRange(range)).toEqual({ kind: 'range', range })
})

it.each(['0.0.0.0/0', '1.2.3.4/0', '::/0', '2001:db8::/0', '::ffff:0:0/96', '::ffff:0:0/0'])(
  'refuses %s, which covers every address',
  (text) => {
    expect(parseIpRange(text)).toEqual({
      kind: 'invalid',
      why: `${text} covers every address: name a smaller range`,
      coversAll: true,
    })
  },
)

it.each([
  '10.1',
  '10.1/16',
  '0x7f.1',
  '010.0.0.1',
  '203.0.113.0/33',
  '2001:db8::/129',
  '10.0.0.0/',
  '10.0.0.0/-1',
  'fe80::1%eth0',
  '[::1]',
  'example.com',
  '',
])('refuses %j', (text) => {
  expect(parseIpRange(text)).toEqual({
    kind: 'invalid',
    why: `${text} is neither an address nor a CIDR range`,
    coversAll: false,
  })
})

it.each([
  ['203.0.113.9', ['203.0.113.0/24'], true],
  ['203.0.114.9', ['203.0.113.0/24'], false],
  ['::ffff:203.0.113.9', ['203.0.113.0/24'], true],
  ['::ffff:cb00:7109', ['203.0.113.0/24'], true],
  ['2001:db8::9', ['203.0.113.0/24', '2001:db8::/32'], true],
  ['2001:db9::9', ['2001:db8::/32'], false],
  ['fe80::1%eth0', ['fe80::/10'], true],
  ['203.0.113.9', ['::/1'], false],
  ['', ['128.0.0.0/1'], false],
  ['3405803785', ['203.0.113.0/24'], false],
  ['203.0.113.9', [], false],
])('%s in %j: %s', (address, ranges, inside) => {
  expect(isInRanges(address, ranges)).toBe(inside)
})
