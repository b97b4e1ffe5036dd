import { expect, test } from 'vitest'
import { batchKeys } from '../../../src/app/batches/batch-record.ts'
import { purgeBatch } from '../../../src/app/batches/end-batch.ts'
import { batchQueueKeys } from '../../../src/app/job-store/update-job.ts'
import { revokeKey } from '../../../src/app/keys/key-record.ts'
import { rateLimitKeys } from '../../../src/app/limits/rate-limit.ts'
import { parseQueueKey } from '../../../src/app/store/keys.ts'
import { createClient } from '../../../src/client/client.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { RETENTION } from '../../support/app/retention.ts'
import { batchWorld, pages } from './batch-world.ts'

const PROMPT = { prompt: 'Fix the links', each: '*.mdx' } as const

test('a batch creates as many jobs as the rate limit of its project allows, and the rest later', async () => {
  const { app, client, work } = await batchWorld(pages(5), { rateLimit: 3 })
  const { id } = await client.batches.create({ ...PROMPT, projectId: app.project })
  await work()
  expect(await client.batches.get(id)).toMatchObject({
    status: 'running',
    reason: expect.stringContaining('3 jobs and messages of this hour'),
    jobs: { active: 3, pending: 2 },
  })
  app.clock.at += 3_600_001
  await work()
  expect(await client.batches.get(id)).toMatchObject({ reason: null, jobs: { active: 5, pending: 0 } })
})

test('a batch ends with its key, and continues with the key that retries it', async () => {
  const { app, client, work, report, endAll } = await batchWorld(pages(2))
  const other = createClient({ url: app.url, apiKey: await app.newKey({ name: 'other' }) })
  const { id } = await other.batches.create({ ...PROMPT, projectId: app.project, atOnce: 1 })
  await work()
  const batch = await other.batches.get(id)
  await revokeKey(app.parts, { accountId: 77, id: batch.createdBy.id }, A_TEST)
  await endAll(id, 'finish')
  await work()
  expect(await client.batches.get(id)).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('its API key was revoked'),
    jobs: { completed: 1, pending: 1 },
  })
  await client.batches.retry(id)
  await work()
  expect((await report(id)).map(({ status }) => status)).toEqual(['completed', 'active'])
})

test('a key for one project sees no batch that covers others', async () => {
  const { app, client } = await batchWorld([], { more: ['web'] })
  const narrow = createClient({
    url: app.url,
    apiKey: await app.newKey({ projectIds: [app.project] }),
    retries: 0,
  })
  const { id } = await client.batches.create({ prompt: 'x', projectIds: [app.project, 'prj_3uw'] })
  await expect(narrow.batches.get(id)).rejects.toMatchObject({ status: 404 })
  await expect(narrow.batches.cancel(id)).rejects.toMatchObject({ status: 404 })
  expect((await narrow.batches.list().first()).items).toEqual([])
  // A client may send a default.
  const own = await narrow.batches.create({ prompt: 'x', projectIds: [app.project], per: 1 })
  expect((await narrow.batches.list().first()).items.map((batch) => batch.id)).toEqual([own.id])
  await expect(narrow.batches.create({ prompt: 'x', projectIds: ['prj_3uw'] })).rejects.toMatchObject({
    status: 404,
  })
})

test('a repeated request returns the first batch', async () => {
  const { app, client, work } = await batchWorld(pages(2))
  const wanted = { ...PROMPT, projectId: app.project }
  const first = await client.batches.create(wanted, { idempotencyKey: 'links' })
  await work()
  expect(await client.batches.create(wanted, { idempotencyKey: 'links' })).toEqual(first)
  await expect(
    client.batches.create({ ...wanted, per: 2 }, { idempotencyKey: 'links' }),
  ).rejects.toMatchObject({ status: 409 })
  expect((await client.batches.list().first()).items).toHaveLength(1)
})

test('a member who has created 100 batches within an hour waits, with all keys, and others do not', async () => {
  const { app } = await batchWorld([])
  const body = { prompt: 'x', projectIds: [app.project] }
  const keyOf = (id: number) =>
    app.newKey({ projectIds: [app.project], creator: { id, login: `person-${id}` } })
  const create = (key?: string) => app.call('POST', '/v2/batches', { body, ...(key && { key }) })
  const [first, second, other] = [await keyOf(1), await keyOf(1), await keyOf(2)]
  for (let i = 0; i < 100; i++) expect((await create(first)).status).toBe(201)
  for (const key of [first, second]) {
    const refused = await create(key)
    expect(refused.status).toBe(429)
    expect(refused.json.error).toBe(
      '@person-1 and their API keys created 100 batches within an hour, the limit of one member of the account; try again in 3600 s',
    )
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': '3600',
      'ratelimit-policy': '"account";q=100;w=3600',
      'x-ratelimit-remaining': '0',
    })
  }
  expect((await create(other)).status).toBe(201)
  // As many as all members may create together, in the form of earlier versions.
  const value = JSON.stringify(Array(300).fill(app.clock.at))
  await app.store.commit({ set: [{ key: rateLimitKeys.uses('batches-77'), value }] })
  expect((await create(other)).json.error).toBe(
    'those who are not owners of the account created 300 batches within an hour, their limit together; try again in 3600 s, or with an API key that covers all projects',
  )
  expect((await create()).status).toBe(201)
})

test.each([
  [{}, 'needs either `projectId` and `each`, or `projectIds`'],
  [{ projectId: 'prj_ya' }, 'needs `projectId` and `each` together'],
  [{ projectId: 'prj_ya', each: '*.md', projectIds: ['prj_ya'] }, 'needs either'],
  [{ projectIds: [] }, '`projectIds` must not be empty'],
  [{ projectIds: ['prj_ya', 'prj_ya'] }, '`projectIds` names a project twice'],
  [{ projectId: 'prj_ya', each: [] }, '`each` must not be empty'],
  [{ projectId: 'prj_ya', each: '*.md', per: 0 }, '`per` must be a whole number from 1 to 100'],
  [{ projectId: 'prj_ya', each: '*.md', limitUsd: 0.2 }, '`limitUsd` must be at least 0.25'],
  [{ projectIds: ['prj_ya'], per: 12 }, '`per` is for the files of `each`'],
  [{ projectId: 'prj_ya', each: '*.md', model: 'x' }, '`model` "x" is not one the action can call'],
])('the request %j is refused with what is wrong', async (body, why) => {
  const { app } = await batchWorld([])
  const { status, json } = await app.call('POST', '/v2/batches', { body: { prompt: 'x', ...body } })
  expect([status, json.error]).toEqual([400, expect.stringContaining(why)])
})

test('a batch that ended long ago is deleted, with its prompt and its report', async () => {
  const { app, client, work, endAll } = await batchWorld(pages(2))
  const { id } = await client.batches.create({ ...PROMPT, projectId: app.project })
  await work()
  await endAll(id, 'finish')
  await work()
  app.clock.at += (RETENTION.archiveAfterMs ?? 0) + (RETENTION.deleteAfterMs ?? 0) + 1_000
  await work()
  await expect(client.batches.get(id)).rejects.toMatchObject({ status: 404 })
  expect((await client.batches.list().first()).items).toEqual([])
  expect(await app.store.get(batchKeys.prompt(id))).toBeUndefined()
  expect(await app.store.list({ prefix: batchKeys.unitsOf(id), limit: 10 })).toEqual([])
  expect(
    (await app.store.list({ prefix: batchQueueKeys.queue(), limit: 10 })).map(({ key }) =>
      parseQueueKey(key),
    ),
  ).toEqual([])
})

test('a batch is deleted before its report, so that nobody retries a part of it', async () => {
  const { app, client, work, due, handle } = await batchWorld(pages(501))
  const { id } = await client.batches.create({ ...PROMPT, projectId: app.project, first: 1 })
  await work()
  await client.batches.cancel(id)
  await work()
  app.clock.at += (RETENTION.archiveAfterMs ?? 0) + (RETENTION.deleteAfterMs ?? 0) + 1_000
  const left = async () => (await app.store.list({ prefix: batchKeys.unitsOf(id), limit: 1000 })).length
  for (const expected of [1, 0]) {
    const [entry] = await due()
    if (entry === undefined) throw new Error('the batch is not due')
    await handle(entry)
    await expect(client.batches.retry(id)).rejects.toMatchObject({ status: 404 })
    expect(await left()).toBe(expected)
  }
  expect(await due()).toEqual([])
})

test('a batch whose retention was prolonged is deleted later', async () => {
  const { app, client, work, due, endAll } = await batchWorld(pages(1))
  const { id } = await client.batches.create({ ...PROMPT, projectId: app.project })
  await work()
  await endAll(id, 'finish')
  await work()
  app.clock.at += (RETENTION.archiveAfterMs ?? 0) + (RETENTION.deleteAfterMs ?? 0) + 1_000
  const [entry] = await due()
  const key = entry === undefined ? null : parseQueueKey(entry.key)
  if (entry === undefined || key === null) throw new Error('the batch is not due')
  const retention = { ...RETENTION, deleteAfterMs: (RETENTION.deleteAfterMs ?? 0) + 60_000 }
  await purgeBatch({ store: app.store, now: () => app.clock.at, retention }, key, entry)
  expect([await due(), (await client.batches.get(id)).status]).toEqual([[], 'completed'])
  app.clock.at += 60_000
  await work()
  await expect(client.batches.get(id)).rejects.toMatchObject({ status: 404 })
})
