import { expect, test } from 'vitest'
import { firstResponse, previousResponse, type RequestKey } from '../../../src/app/job-store/idempotency.ts'
import { memoryStore, NOW } from './memory-store.ts'

const KEY: RequestKey = { key: 'k', owner: 'o', project: 'p', operation: 'POST /x', body: '{"a":1}' }
const RESPONSE = { id: 'job_1', body: '{"id":"job_1"}' }

async function remembered() {
  const { store, clock } = await memoryStore()
  const commit = firstResponse(KEY, RESPONSE, NOW)
  expect(await store.commit(commit)).toBe(true)
  return { store, clock, commit }
}

test('a repeated request gets the first response for 24 hours', async () => {
  const { store, clock } = await remembered()
  expect(await previousResponse(store, KEY)).toEqual({ kind: 'replay', response: RESPONSE })
  clock.at = NOW + 86_400_000 - 1
  expect((await previousResponse(store, KEY)).kind).toBe('replay')
  clock.at += 1
  expect(await previousResponse(store, KEY)).toEqual({ kind: 'none' })
})

test('another body with the same key is a conflict', async () => {
  const { store } = await remembered()
  expect(await previousResponse(store, { ...KEY, body: '{"a":2}' })).toEqual({ kind: 'other-body' })
})

test.each<[keyof RequestKey]>([['key'], ['owner'], ['project'], ['operation']])(
  'another %s is another request',
  async (field) => {
    const { store } = await remembered()
    expect(await previousResponse(store, { ...KEY, [field]: 'other' })).toEqual({ kind: 'none' })
  },
)

test('one of two simultaneous requests writes', async () => {
  const { store, commit } = await remembered()
  expect(await store.commit(commit)).toBe(false)
})

test('a request without a key is not remembered', async () => {
  const { store } = await remembered()
  expect(await previousResponse(store, null)).toEqual({ kind: 'none' })
  expect(firstResponse(null, RESPONSE, NOW)).toEqual({ checks: [], set: [] })
})

test('the idempotency key and the body are not stored', async () => {
  const { commit } = await remembered()
  expect(commit.set[0]?.key).toMatch(/^idem\/p\/[0-9a-f]{64}$/)
  expect(JSON.parse(commit.set[0]?.value ?? '')).toEqual({
    bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    ...RESPONSE,
  })
})
