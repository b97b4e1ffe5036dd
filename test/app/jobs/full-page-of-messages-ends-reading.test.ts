import { expect, test } from 'vitest'
import { listMessages } from '../../../src/app/jobs/list-messages.ts'
import type { Store } from '../../../src/app/store/store.ts'
import { claimedRun } from '../../support/app/claimed-run.ts'
import { useCases } from '../../support/app/use-cases.ts'

test('no message is read after the one with which the page is full', async () => {
  const world = await useCases()
  const { key } = await claimedRun(world)
  const long = 'x'.repeat(400_000)
  for (const text of ['2', long, long, long, '6', '7']) await world.message(key.job, text)
  const reads: string[] = []
  const store: Store = {
    ...world.store,
    getMany(keys) {
      reads.push(...keys.filter((one) => one.startsWith('msg/')))
      return world.store.getMany(keys)
    },
  }
  const page = await listMessages(store, key, { limit: 20, after: 0 })
  expect([page?.messages.length, page?.next, reads.length]).toEqual([5, 5, 5])
})
