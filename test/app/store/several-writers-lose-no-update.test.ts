import { expect, it } from 'vitest'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import type { OpenedStore } from '../../../src/app/store/store.ts'
import { describeEachStore } from '../../support/stores/stores.ts'

/** Adds one to a key by reading and writing under a check. */
async function increment(store: OpenedStore, key: string): Promise<void> {
  for (;;) {
    const value = (await store.get(key)) ?? null
    const set = [{ key, value: String(Number(value) + 1) }]
    if (await store.commit({ checks: [{ key, value }], set })) return
  }
}

async function several(store: OpenedStore, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await Promise.all(['a', 'b', 'c'].map((key) => increment(store, key)))
}

describeEachStore((kind) => {
  it('loses no update of three connections that change the same keys', async () => {
    const url = await kind.newDatabase()
    const stores = await Promise.all([1, 2, 3].map(() => openStore(url)))
    await Promise.all(stores.map((store) => several(store, 20)))
    expect(await stores[0]?.getMany(['a', 'b', 'c'])).toEqual(['60', '60', '60'])
    for (const store of stores) await store.close()
  })

  it('lets exactly one of many connections take an absent key', async () => {
    const url = await kind.newDatabase()
    const stores = await Promise.all([1, 2, 3].map(() => openStore(url)))
    for (let round = 0; round < 20; round++) {
      const key = `lock/${round}`
      const taken = await Promise.all(
        stores.flatMap((store, index) =>
          [0, 1].map((n) =>
            store.commit({ checks: [{ key, value: null }], set: [{ key, value: `${index}${n}` }] }),
          ),
        ),
      )
      expect(taken.filter(Boolean)).toHaveLength(1)
    }
    for (const store of stores) await store.close()
  })

  it('keeps dependent keys consistent under unconditional writes of others', async () => {
    const url = await kind.newDatabase()
    const stores = await Promise.all([1, 2].map(() => openStore(url)))
    const [blind, careful] = stores as [OpenedStore, OpenedStore]
    let isOver = false
    // Writes a pair without a check, and deletes it again.
    const writing = (async () => {
      for (let n = 0; !isOver; n++) {
        await blind.commit({ set: ['p', 'q'].map((key) => ({ key, value: String(n) })) })
        await blind.commit({ del: ['p', 'q'] })
        // Otherwise the two could alternate such that the other one always meets the pair.
        for (let reads = 0; reads < (n % 4) * 3; reads++) await blind.get('other')
      }
    })()
    let done = 0
    for (let n = 0; n < 60 || done < 10; n++) {
      const written = await careful.commit({
        checks: ['p', 'q'].map((key) => ({ key, value: null })),
        set: ['p', 'q'].map((key) => ({ key, value: `careful ${n}` })),
      })
      if (written) done += 1
      const [p, q] = await careful.getMany(['p', 'q'])
      expect(p).toBe(q)
    }
    isOver = true
    await writing
    for (const store of stores) await store.close()
  })
})
