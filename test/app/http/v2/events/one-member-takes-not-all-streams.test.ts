import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { expect, test } from 'vitest'
import {
  createOpenStreams,
  MAX_OF_BUSY_ACCOUNTS,
  MAX_PER_MEMBER,
  MAX_STREAMS,
} from '../../../../../src/app/http/v2/events/open-streams.ts'

function startStreams() {
  const streams = createOpenStreams({ draining: new AbortController().signal, metrics: null })
  const outgoing = { destroyed: false, setHeader() {}, writeHead() {}, once() {} }
  return (id: string, { isOwner = false, account = 77 } = {}) =>
    streams.open(
      { env: { incoming: {}, outgoing } } as never,
      { account, member: { id, name: id, isOwner } },
      () => ({ end() {}, refuse() {} }) as never,
    )
}

test('a member opens some of the streams of an account, members together not all, owners the rest', () => {
  const open = startStreams()
  for (let n = 0; n < MAX_PER_MEMBER; n++) open('ana')
  expect(() => open('ana')).toThrow('500 watchers of ana are connected already, the limit of one member')
  for (let n = 0; n < 400; n++) open('ben')
  expect(() => open('ben')).toThrow('900 watchers who are not owners of this account')
  for (let n = 0; n < 100; n++) expect(open('olga', { isOwner: true })).toBe(RESPONSE_ALREADY_SENT)
  expect(() => open('olga', { isOwner: true })).toThrow('1000 watchers of this account')
})

test('an owner of several accounts leaves room for other owners in each', () => {
  const open = startStreams()
  for (let n = 0; n < MAX_PER_MEMBER; n++) open('olga', { isOwner: true, account: n % 3 })
  for (const account of [0, 1, 2, 3]) {
    expect(() => open('olga', { isOwner: true, account })).toThrow('500 watchers of olga are connected')
    expect(open('otto', { isOwner: true, account })).toBe(RESPONSE_ALREADY_SENT)
  }
})

test('accounts that use all their streams leave room on the server for others', () => {
  const open = startStreams()
  for (let n = 0; n < MAX_OF_BUSY_ACCOUNTS; n++)
    open(`person-${n % 9}`, { isOwner: true, account: 1 + (n % 3) })
  expect(() => open('person-9', { isOwner: true, account: 1 })).toThrow(
    '2500 watchers of all accounts are connected already, and the last places are for accounts with fewer than 100',
  )
  for (let n = 0; n < MAX_STREAMS - MAX_OF_BUSY_ACCOUNTS; n++)
    expect(open(`another-${n}`, { account: 1_000 + (n % 10) })).toBe(RESPONSE_ALREADY_SENT)
  expect(() => open('late', { account: 5_000 })).toThrow('3000 watchers of all accounts')
})
