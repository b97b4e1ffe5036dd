import { expect, test } from 'vitest'
import { checkAction } from '../../../src/app/doctor/check-server.ts'
import type { ActionFinding } from '../../../src/app/onboarding/inspect-action.ts'

const actionRef = { repository: 'acme/prentice', ref: 'v1', version: null }

test.each<[string, ActionFinding, string, string]>([
  ['exists', { kind: 'ok', isPrivate: false }, 'ok', 'acme/prentice@v1 is there'],
  ['is private', { kind: 'ok', isPrivate: true }, 'warn', 'in a private repository'],
  ['cannot be seen', { kind: 'unverified', why: 'it is private' }, 'warn', 'exists: it is private'],
  ['does not exist', { kind: 'wrong', why: 'there is no account acme' }, 'fail', 'there is no account acme'],
])('an action that %s is reported', async (_, action, status, text) => {
  const asked: unknown[] = []
  const inspectAction = async (...given: unknown[]) => {
    asked.push(given)
    return action
  }
  expect(await checkAction({ actionRef, inspectAction }, 3)).toMatchObject([
    { check: 'action', status, text: expect.stringContaining(text) },
  ])
  expect(asked).toEqual([[actionRef, 3]])
})
