import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { expect, test } from 'vitest'
import { createOpenStreams, MAX_PER_MEMBER } from '../../../../../src/app/http/v2/events/open-streams.ts'

test('a member opens some of the streams of an account, members together not all, owners the rest', () => {
  const streams = createOpenStreams({ draining: new AbortController().signal, metrics: null })
  const outgoing = { destroyed: false, setHeader() {}, writeHead() {}, once() {} }
  const open = (id: string, isOwner = false) =>
    streams.open(
      { env: { incoming: {}, outgoing } } as never,
      { account: 77, member: { id, name: id, isOwner } },
      () => ({ end() {}, refuse() {} }) as never,
    )
  for (let n = 0; n < MAX_PER_MEMBER; n++) open('ana')
  expect(() => open('ana')).toThrow('500 watchers of ana are connected already, the limit of one member')
  for (let n = 0; n < 400; n++) open('ben')
  expect(() => open('ben')).toThrow('900 watchers who are not owners of this account')
  for (let n = 0; n < 100; n++) expect(open('olga', true)).toBe(RESPONSE_ALREADY_SENT)
  expect(() => open('olga', true)).toThrow('1000 watchers of this account')
})
