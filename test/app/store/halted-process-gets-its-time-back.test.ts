import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { startProxy } from '../../support/stores/proxy.ts'
import { describeRemote, POSTGRES, REDIS, type StoreUnderTest } from '../../support/stores/stores.ts'

/** Longer than a read may take. */
const HALT_MS = 2_500

async function openBehindProxy(kind: StoreUnderTest) {
  const proxy = await startProxy(await kind.newDatabase())
  const store = await openStore(proxy.url)
  onTestFinished(() => store.close())
  await store.commit({ set: [{ key: 'k', value: 'v' }] })
  return { store, proxy }
}

/** Halts this process in the middle of what begins now. */
const haltSoon = () =>
  setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HALT_MS), 50)

for (const kind of [POSTGRES, REDIS])
  describeRemote(kind, () => {
    it('gives a read the time for which the process was halted', async () => {
      const { store, proxy } = await openBehindProxy(kind)
      proxy.set({ kind: 'slow', ms: 100 })
      haltSoon()
      expect(await store.get('k')).toBe('v')
    })

    it('gives a new connection that time, too', async () => {
      const { store, proxy } = await openBehindProxy(kind)
      proxy.cut()
      await expect.poll(() => proxy.connections()).toBe(0)
      proxy.set({ kind: 'slow', ms: 20 })
      haltSoon()
      expect(await store.get('k')).toBe('v')
    })
  })
