import { expect, test } from 'vitest'
import { PushTokenResponse } from '../../src/contract/runner-protocol/publish.ts'

const isTaken = (owner: string, name: string): boolean =>
  PushTokenResponse.safeParse({ token: 'x', repository: { owner, name } }).success

test.each([
  ['acme', 'docs'],
  ['a-b_corp', '.github'],
  ['acme', 'a..b'],
])('%s/%s is a name', (owner, name) => {
  expect(isTaken(owner, name)).toBe(true)
})

test.each([
  ['acme', '..'],
  ['acme', '.'],
  ['', 'docs'],
  ['acme', 'docs/../../evil'],
  ['/evil.example', 'docs'],
  ['acme', 'docs?x'],
  ['acme', 'docs\n'],
])('%j/%j is no name', (owner, name) => {
  expect(isTaken(owner, name)).toBe(false)
})
