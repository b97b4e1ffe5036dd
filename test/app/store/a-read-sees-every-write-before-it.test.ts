import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/app/store/open-store.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('a write by somebody else is seen by the next read that begins after it was told of', async () => {
  const url = `sqlite:${join(temporaryFolder(), 'test.db')}`
  const [ours, theirs] = [await openStore(url), await openStore(url)]
  for (let n = 1; n <= 200; n++) {
    const written = theirs.commit({ set: [{ key: 'count', value: String(n) }] })
    // Reads of one callback share a snapshot, and this one's begins before the write.
    const before = await ours.get('count')
    await written
    expect([before, await ours.get('count')]).toEqual([n === 1 ? undefined : String(n - 1), String(n)])
  }
  await Promise.all([ours.close(), theirs.close()])
})

test('a write of our own is seen by the reads that were under way beside it', async () => {
  const store = await openStore(`sqlite:${join(temporaryFolder(), 'test.db')}`)
  await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      await store.get(`key-${n}`)
      await store.commit({
        checks: [{ key: `key-${n}`, value: null }],
        set: [{ key: `key-${n}`, value: 'x' }],
      })
      expect(await store.getMany([`key-${n}`, 'absent'])).toEqual(['x', undefined])
      expect(await store.list({ prefix: `key-${n}`, limit: 1 })).toHaveLength(1)
    }),
  )
  await store.close()
})
