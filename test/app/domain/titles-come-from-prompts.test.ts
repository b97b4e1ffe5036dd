import { expect, test } from 'vitest'
import { titleOf } from '../../../src/app/domain/job-view.ts'

test.each([
  ['Fix it', 'Fix it'],
  ['  Fix\t it  \nand more', 'Fix it'],
  ['\n\n\u200b\r\n Fix it\r\nmore', 'Fix it'],
  ['\u202eFix\u0007 it', 'Fix it'],
  ['x'.repeat(100), 'x'.repeat(100)],
  ['x'.repeat(101), `${'x'.repeat(97)}...`],
  [`${'x'.repeat(96)} yyyy`, `${'x'.repeat(96)}...`],
  [`${'x'.repeat(96)}😀yyy`, `${'x'.repeat(96)}...`],
  ['Fix  it  now', 'Fix it now'],
  ['Fix it \n', 'Fix it'],
  ['Fix\u00a0\u2003it', 'Fix it'],
  ['Fix\u0000\u0007\u001fit', 'Fix it'],
  ['Größe  ändern\u2028jetzt', 'Größe ändern jetzt'],
  ['a\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069b', 'ab'],
  ['Fix\rit', 'Fix'],
  ['é\nit', 'é'],
  ['', ''],
  [`${'x'.repeat(99)}\u00e9`, `${'x'.repeat(99)}\u00e9`],
  [`${'x'.repeat(96)}\ud83dyyyy`, `${'x'.repeat(96)}...`],
  [`${' x'.repeat(100)}`, `${'x '.repeat(48)}x...`],
  [`é${' '.repeat(150)}${'x'.repeat(100)}`, `é ${'x'.repeat(49)}`],
  [`😀${'x'.repeat(120)}`, `😀${'x'.repeat(95)}...`],
  ['x'.repeat(500_000), `${'x'.repeat(97)}...`],
  [`${' '.repeat(400_000)}Fix it`, 'Fix it'],
])('%#: the title is the first visible line, cut to 100 characters', (prompt, title) => {
  expect(titleOf(prompt)).toBe(title)
})
