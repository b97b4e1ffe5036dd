import { expect, test } from 'vitest'
import {
  claimOnce,
  createTokenUses,
  TOKENS_PER_REPOSITORY,
} from '../../../../src/app/http/auth/verify-oidc-token.ts'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { runnerPaths } from '../../../../src/contract/runner-protocol/protocol.ts'
import { startAppServer } from '../../../support/app/app-server.ts'

const PROJECT = 1296269
const NOW = Date.UTC(2030, 0, 1)
const MINUTE = 60_000

async function world() {
  const clock = { at: NOW }
  const now = () => clock.at
  const store = await openStore('sqlite::memory:', { now })
  const recorded: string[] = []
  const claim = claimOnce(store)
  const takeToken = createTokenUses({
    async claimOnce(jti, expiresAt) {
      const isFirst = await claim(jti, expiresAt)
      if (isFirst) recorded.push(jti)
      return isFirst
    },
    isProject: async (id) => id === PROJECT || id === PROJECT + 1,
    now,
  })
  let minted = 0
  const take = (repositoryId: number, jti = `jti-${++minted}`) =>
    takeToken({ jti, expiresAt: clock.at + 5 * MINUTE, repositoryId })
  return { clock, store, take, recorded }
}

test('a token of a repository without a project leaves no record', async () => {
  const { take, recorded } = await world()
  for (let count = 0; count < 3; count += 1) expect(await take(99)).toEqual({ kind: 'first' })
  expect(recorded).toEqual([])
})

test('a token of a project is recorded until it expires, and then removed', async () => {
  const { take, recorded, store, clock } = await world()
  expect(await take(PROJECT, 'one')).toEqual({ kind: 'first' })
  expect(await take(PROJECT, 'one')).toEqual({ kind: 'repeated' })
  expect(recorded).toEqual(['one'])
  clock.at += 5 * MINUTE
  expect(await store.sweep(clock.at, 100)).toMatchObject({ removed: 1 })
  expect(await store.sweep(clock.at, 100)).toMatchObject({ removed: 0 })
})

test('a repository may use 1,000 tokens in ten minutes, and others are not affected', async () => {
  const { take, recorded, clock } = await world()
  expect(TOKENS_PER_REPOSITORY).toBe(1000)
  for (let count = 0; count < 1000; count += 1) expect((await take(PROJECT)).kind).toBe('first')
  clock.at += 4 * MINUTE
  expect(await take(PROJECT)).toEqual({ kind: 'too-many', retryAfterMs: 6 * MINUTE })
  expect(recorded).toHaveLength(1000)
  expect(await take(PROJECT + 1)).toEqual({ kind: 'first' })
  clock.at += 6 * MINUTE - 1
  expect(await take(PROJECT)).toEqual({ kind: 'too-many', retryAfterMs: 1 })
  clock.at += 1
  expect(await take(PROJECT)).toEqual({ kind: 'first' })
})

test('a runner of a repository with too many tokens is told when to try again', async () => {
  const app = await startAppServer({
    verifyRunner: async () => ({ kind: 'too-many', retryAfterMs: 61_500 }),
  })
  const refused = await app.call('POST', runnerPaths.claim(), { key: 'a.b.c', body: {} })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('62')
  expect(refused.json).toEqual({ error: 'the repository has used too many OIDC tokens; try again later' })
})
