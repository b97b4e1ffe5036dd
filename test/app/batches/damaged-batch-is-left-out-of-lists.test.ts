import { expect, test } from 'vitest'
import { batchKeys } from '../../../src/app/batches/batch-record.ts'
import { allOf } from '../../support/all-of.ts'
import { batchWorld } from './batch-world.ts'

test.each([
  ['damaged', () => '{"v":1,'],
  ['of a newer version', (raw: string) => JSON.stringify({ ...JSON.parse(raw), v: 2 })],
])(
  'a batch whose record is %s is left out of lists and logged, and a request for it fails',
  async (_, spoil) => {
    const { app, client } = await batchWorld()
    const create = () => {
      app.clock.at += 1_000
      return client.batches.create({ prompt: 'x', each: '*.mdx', projectId: app.project })
    }
    const [oldest, spoiled, newest] = [await create(), await create(), await create()]
    const key = batchKeys.record(spoiled.id)
    await app.store.commit({ set: [{ key, value: spoil((await app.store.get(key)) ?? '') }] })

    const listed = await allOf(client.batches.list({ limit: 1 }))
    expect(listed.map(({ id }) => id)).toEqual([newest.id, oldest.id])
    expect(app.logged.join('')).toContain(`the record of the batch ${spoiled.id} is damaged`)
    const headers = { authorization: `Bearer ${app.key}` }
    expect((await fetch(`${app.url}/v2/batches/${spoiled.id}`, { headers })).status).toBe(500)
  },
)
