import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Reason } from '../../src/contract/reasons.ts'

const page = readFileSync(new URL('../../docs/troubleshooting.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (.+) \| (.+) \|$/gm)]

test('the page has every code once, in the order of the contract, and no other', () => {
  expect(rows.map(([, code]) => code)).toEqual(Reason.shape.code.options)
})

test('each code has sentences that say what it means and what to do', () => {
  for (const [, code, meaning, toDo] of rows) {
    expect(meaning, code).toMatch(/^[A-Z`.].{20,}\.$/)
    expect(toDo, code).toMatch(/^[A-Z].{10,}\.$/)
  }
})
