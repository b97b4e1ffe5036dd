import { expect, test } from 'vitest'
import { admitRequest } from '../../../src/app/jobs/admit-request.ts'
import type { Store } from '../../../src/app/store/store.ts'
import { useCases } from '../../support/app/use-cases.ts'

test('an admission reads everything in one call: on a database on the network, each read is a round trip', async () => {
  const app = await useCases()
  const reads: (readonly string[])[] = []
  const store: Store = {
    ...app.store,
    get(key) {
      reads.push([key])
      return app.store.get(key)
    },
    getMany(keys) {
      reads.push(keys)
      return app.store.getMany(keys)
    },
  }
  const idempotencyKey = { source: 'comment-1', repositoryId: 1 }
  const request = { ...(await app.workRequest()), idempotencyKey }
  const admission = await admitRequest({ ...app, store, rateLimit: 100 }, request, app.now())
  expect(admission.kind).toBe('admitted')
  expect(reads.map((keys) => keys.map((key) => key.split('/', 1)[0]))).toEqual([
    ['spend', 'organisation', 'limit', 'source'],
  ])
})
