import { expect, test } from 'vitest'
import { titleOf } from '../../../src/app/domain/job-title.ts'

test.each([
  ['Fix it', 'Fix it'],
  ['  Fix\t it  \nand more', 'Fix it'],
  ['\n\n\u200b\r\n Fix it\r\nmore', 'Fix it'],
  ['\u202eFix\u0007 it', 'Fix it'],
  ['x'.repeat(100), 'x'.repeat(100)],
  ['x'.repeat(101), `${'x'.repeat(99)}…`],
  [`${'x'.repeat(98)} yyy`, `${'x'.repeat(98)}…`],
  [`${'x'.repeat(98)}😀😀`, `${'x'.repeat(98)}…`],
  ['x'.repeat(500_000), `${'x'.repeat(99)}…`],
  [`${' '.repeat(400_000)}Fix it`, 'Fix it'],
])('%#: the title is the first visible line, cut to 100 characters', (prompt, title) => {
  expect(titleOf(prompt)).toBe(title)
})
