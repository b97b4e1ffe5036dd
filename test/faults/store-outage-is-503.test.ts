import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/app/store/open/open-store.ts'
import { type OpenedStore, StoreUnavailable, WriteUnconfirmed } from '../../src/app/store/store.ts'
import { startAppServer } from '../support/app/app-server.ts'
import { type NetworkProxy, startProxy } from '../support/stores/proxy.ts'
import { describeRemote, POSTGRES, REDIS, type StoreUnderTest } from '../support/stores/stores.ts'

/** Answers are promised within 2.5 seconds. On a busy machine they may take longer, but no call may hang. */
const HANG_MS = 45_000

async function openBehindProxy(
  kind: StoreUnderTest,
): Promise<{ store: OpenedStore; proxy: NetworkProxy; databaseUrl: string }> {
  const databaseUrl = await kind.newDatabase()
  const proxy = await startProxy(databaseUrl)
  const store = await openStore(proxy.url)
  onTestFinished(async () => {
    proxy.set({ kind: 'open' })
    await store.close()
  })
  await store.commit({ set: [{ key: 'k', value: 'v' }] })
  return { store, proxy, databaseUrl }
}

const everything = (store: OpenedStore): Promise<unknown>[] => [
  store.get('k'),
  store.getMany(['k', 'l']),
  store.list({ prefix: 'due/', limit: 1 }),
  store.commit({ checks: [{ key: 'k', value: 'v' }], set: [{ key: 'l', value: '1' }] }),
  store.sweep(0, 1),
]

/** Fails if the calls hang. */
function answered<T>(calls: Promise<T>): Promise<T> {
  const hang = delay(HANG_MS, null, { ref: false }).then(() => Promise.reject(new Error('a call hangs')))
  return Promise.race([calls, hang])
}

/** Fails unless every call is refused in time. */
async function expectOutage(store: OpenedStore): Promise<void> {
  for (const outcome of await answered(Promise.allSettled(everything(store))))
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
}

const expectRecovery = (store: OpenedStore): Promise<unknown> =>
  expect.poll(() => store.get('k').catch(() => null)).toBe('v')

for (const kind of [POSTGRES, REDIS])
  describeRemote(kind, () => {
    it('refuses everything while the server accepts no connection, and recovers', async () => {
      const { store, proxy } = await openBehindProxy(kind)
      proxy.set({ kind: 'refused' })
      await expectOutage(store)
      proxy.set({ kind: 'open' })
      await expectRecovery(store)
    })

    it('answers in time while the network is silent, and recovers', async () => {
      const { store, proxy } = await openBehindProxy(kind)
      proxy.set({ kind: 'silent' })
      await expectOutage(store)
      // The new connections are silent, too.
      await expectOutage(store)
      proxy.set({ kind: 'open' })
      await expectRecovery(store)
      expect(await store.commit({ set: [{ key: 'k', value: 'w' }] })).toBe(true)
      expect(proxy.connections()).toBeLessThanOrEqual(4)
    })

    it('says that a write may have been done whose answer was lost', async () => {
      const { store, proxy, databaseUrl } = await openBehindProxy(kind)
      const direct = await openStore(databaseUrl)
      onTestFinished(() => direct.close())
      proxy.set({ kind: 'unanswered', after: kind === POSTGRES ? 'COMMIT' : 'EVALSHA' })
      const writing = store.commit({ set: [{ key: 'k', value: 'w' }] }).catch((error: unknown) => error)
      await expect.poll(() => direct.get('k')).toBe('w')
      proxy.cut()
      expect(await writing).toBeInstanceOf(WriteUnconfirmed)
      proxy.set({ kind: 'open' })
      await expect.poll(() => store.get('k').catch(() => null)).toBe('w')
    })

    it('serves a slow network, and never more waiting requests than it can', async () => {
      const { store, proxy } = await openBehindProxy(kind)
      // With a new connection, a read takes seven round trips, and has two seconds for them.
      proxy.set({ kind: 'slow', ms: 50 })
      expect(await Promise.all(everything(store))).toHaveLength(5)
      proxy.set({ kind: 'silent' })
      const reads = await answered(
        Promise.allSettled(Array.from({ length: 30_000 }, (_, n) => store.get(`k${n}`))),
      )
      expect(reads.every(({ status }) => status === 'rejected')).toBe(true)
      const writes = await answered(
        Promise.allSettled(
          Array.from({ length: 3_000 }, (_, n) => store.commit({ set: [{ key: `k${n}`, value: '' }] })),
        ),
      )
      expect(writes.every(({ status }) => status === 'rejected')).toBe(true)
      proxy.set({ kind: 'open' })
      await expectRecovery(store)
    })

    it('is a 503 with Retry-After for callers, never a 404, and over when the store is back', async () => {
      const proxy = await startProxy(await kind.newDatabase())
      const app = await startAppServer({ databaseUrl: proxy.url })
      const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
      const path = created.headers.get('location') ?? ''
      for (const condition of ['silent', 'refused'] as const) {
        proxy.set({ kind: condition })
        for (const [method, at, body] of [
          ['GET', path, undefined],
          ['GET', '/v2/projects', undefined],
          ['POST', `/v2/agent/${app.project}/job`, { prompt: 'y' }],
          ['POST', `${path}/message`, { prompt: 'y' }],
          ['GET', '/readyz', undefined],
        ] as const) {
          const { status, headers } = await answered(app.call(method, at, { body }))
          expect([method, at, status, headers.get('retry-after')]).toEqual([method, at, 503, '5'])
        }
        proxy.set({ kind: 'open' })
        await expect.poll(async () => (await app.call('GET', path)).status).toBe(200)
      }
    })
  })
