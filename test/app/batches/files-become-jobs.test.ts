import { expect, test } from 'vitest'
import { keySpace } from '../../../src/app/store/key-space.ts'
import { batchWorld, pages } from './batch-world.ts'

test('300 files make 25 jobs, each for its own 12, a few at a time', async () => {
  const { app, client, work, report, endAll } = await batchWorld()
  const created = await client.batches.create({
    prompt: 'Fix the links',
    projectId: app.project,
    each: 'docs/**/*.mdx',
    per: 12,
    atOnce: 4,
    metadata: { wave: '1' },
  })
  expect(created).toMatchObject({ status: 'planning', title: 'Fix the links', jobs: { total: 0 } })
  await work()
  expect(await client.batches.get(created.id)).toMatchObject({
    status: 'running',
    commit: 'a'.repeat(40),
    jobs: { total: 25, pending: 21, active: 4, completed: 0, failed: 0 },
  })
  const [first] = await report(created.id)
  const listed = (await client.jobs.list({ metadata: { wave: '1' }, batch: created.id }).first()).items
  expect(listed.map(({ batchId, title }) => [batchId, title])).toEqual(
    Array.from({ length: 4 }, () => [created.id, 'Fix the links']),
  )
  const record = await app.store.get(keySpace.job({ project: app.project, job: first?.jobId ?? '' }))
  expect(JSON.parse(record ?? '{}')).toMatchObject({ files: pages(12), batch: { id: created.id, number: 1 } })

  for (let round = 0; round < 7; round++) {
    await endAll(created.id, 'finish', 0.1)
    await work()
  }
  expect(await client.batches.get(created.id)).toMatchObject({
    status: 'completed',
    costUsd: 2.5,
    jobs: { total: 25, pending: 0, active: 0, completed: 25, failed: 0 },
    endedAt: expect.any(String),
  })
  const files = (await report(created.id)).map((job) => job.files ?? [])
  expect(files.flat()).toEqual(pages(300))
  expect(new Set(files.map(({ length }) => length))).toEqual(new Set([12]))
})

test('the files of other folders, and what the settings do not allow, belong to no job', async () => {
  const settings = [{ path: '.github/prentice.yml', text: 'paths: { allow: ["docs/", "!docs/old/"] }' }]
  const { app, client, work, report } = await batchWorld(
    ['README.md', 'docs/a.md', 'docs/old/b.md', 'src/a.md', 'docs/c.txt'],
    { over: { readProjectFiles: async () => ({ settings, instructions: [] }) } },
  )
  const { id } = await client.batches.create({
    prompt: 'x',
    projectId: app.project,
    each: ['*.md', '!README.md'],
  })
  await work()
  expect((await report(id)).map(({ files }) => files)).toEqual([['docs/a.md']])
  expect((await client.batches.get(id)).leftOut).toBe(2)
})

test.each([
  ['no file matches', {}, 'no file matches `*.mdx`'],
  [
    'the list of GitHub is cut',
    { listFiles: async () => ({ paths: ['a.mdx'], isComplete: false }) },
    'more files than GitHub lists',
  ],
  ['the branch does not exist', { readBranchHead: async () => null }, 'there is no branch next'],
] as const)('a batch fails with its reason where %s', async (_, over, why) => {
  const { app, client, work } = await batchWorld(['README.md'], { over })
  const ref = 'readBranchHead' in over ? 'next' : undefined
  const { id } = await client.batches.create({ prompt: 'x', projectId: app.project, each: '*.mdx', ref })
  await work()
  const batch = await client.batches.get(id)
  expect(batch).toMatchObject({ status: 'failed', reason: expect.stringContaining(why), jobs: { total: 0 } })
  await expect(client.batches.retry(id)).rejects.toMatchObject({ status: 409 })
})

test('more than a thousand jobs are refused', async () => {
  const { app, client, work } = await batchWorld(pages(1001))
  const { id } = await client.batches.create({ prompt: 'x', projectId: app.project, each: '*.mdx' })
  await work()
  expect((await client.batches.get(id)).reason).toContain('make 1,001 jobs')
})

const SLOW = Array.from({ length: 50 }, (_, i) => `${'*a'.repeat(240)}${i}`)
const LONG = Array.from({ length: 50 }, (_, i) => `${'b'.repeat(4_000)}${i}`)

test('globs that could occupy the server for minutes fail the batch', async () => {
  const { app, client, work } = await batchWorld(LONG)
  const { id } = await client.batches.create({ prompt: 'x', projectId: app.project, each: SLOW })
  await work()
  const batch = await client.batches.get(id)
  expect([batch.status, batch.reason]).toEqual(['failed', expect.stringContaining('too complex')])
})
