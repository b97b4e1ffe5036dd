import { expect, test } from 'vitest'
import { readBatch, readUnit } from '../../../src/app/batches/batch-record.ts'
import { recordEnd } from '../../../src/app/batches/batch-state.ts'
import { GithubRefused } from '../../../src/app/github/errors.ts'
import { jobKeys } from '../../../src/app/job-store/job-record.ts'
import { reason } from '../../../src/contract/reasons.ts'
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
  const record = await app.store.get(jobKeys.record({ project: app.project, job: first?.jobId ?? '' }))
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

test('the globs that match no file are named, beside those that match', async () => {
  const { app, client, work } = await batchWorld(['docs/a.md', 'docs/b.mdx'])
  const { id } = await client.batches.create({
    prompt: 'x',
    projectId: app.project,
    each: ['docs/*.md', 'dosc/**', '!docs/c.md', '*.rst'],
  })
  expect(await client.batches.get(id)).not.toHaveProperty('unmatched')
  await work()
  expect(await client.batches.get(id)).toMatchObject({
    status: 'running',
    jobs: { total: 1 },
    unmatched: ['dosc/**', '*.rst'],
  })
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
  // GitHub repeats three times that there is no branch.
  for (let asked = 0; asked < 4; asked++) {
    await work()
    app.clock.at += 90_000
  }
  const batch = await client.batches.get(id)
  expect(batch).toMatchObject({ status: 'failed', reason: expect.stringContaining(why), jobs: { total: 0 } })
  await expect(client.batches.retry(id)).rejects.toMatchObject({ status: 409 })
})

test.each([401, 403, 404].flatMap((status) => [1, 2].map((times) => [status, times] as const)))(
  'a batch is planned although GitHub answers %d, %d times',
  async (status, times) => {
    let count = 0
    const { app, client, work } = await batchWorld(pages(2), {
      over: {
        async listFiles() {
          if (++count <= times) throw new GithubRefused(reason('permission-missing', 'x'), { status })
          return { paths: pages(2), isComplete: true }
        },
      },
    })
    const { id } = await client.batches.create({ prompt: 'x', projectId: app.project, each: '*.mdx' })
    for (let asked = 0; asked < 4; asked++) {
      await work()
      app.clock.at += 90_000
    }
    expect(await client.batches.get(id)).toMatchObject({ status: 'running', jobs: { total: 2 } })
  },
)

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

test('protected files belong to no job, unless the settings unprotect them', async () => {
  const paths = [
    '.github/workflows/ci.yml',
    'AGENTS.md',
    'CLAUDE.md',
    'Jenkinsfile',
    'docs/a.md',
    'docs/AGENTS.md',
  ]
  const text = 'paths: { unprotect: ["/AGENTS.md", ".github/"] }\ninstructions: [docs/a.md]'
  const settings = [{ path: '.github/prentice.yml', text }]
  const { app, client, work, report } = await batchWorld(paths, {
    over: { readProjectFiles: async () => ({ settings, instructions: [] }) },
  })
  const { id } = await client.batches.create({ prompt: 'x', projectId: app.project, each: '*' })
  await work()
  expect((await report(id)).map(({ files }) => files)).toEqual([['AGENTS.md']])
  expect(await client.batches.get(id)).toMatchObject({ leftOut: 5, protected: 5 })
})

test('a batch whose files are all protected fails, and names the setting', async () => {
  const { app, client, work } = await batchWorld(['.github/dependabot.yml'])
  const { id } = await client.batches.create({ prompt: 'x', projectId: app.project, each: '*.yml' })
  await work()
  expect(await client.batches.get(id)).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining(
      '`paths.unprotect` in the settings can allow changes to all of them except workflow files',
    ),
  })
})

test('the files that a completed job did not change are reported, until a follow-up changes them', async () => {
  const { app, client, work, report, endAll } = await batchWorld(pages(3))
  const { id } = await client.batches.create({ prompt: 'x', projectId: app.project, each: '*.mdx', per: 3 })
  await work()
  expect((await client.batches.get(id)).unchangedFiles).toBeUndefined()
  await endAll(id, 'finish')
  await work()
  expect((await client.batches.get(id)).unchangedFiles).toBe(3)
  const [job] = await report(id)
  expect(job?.unchangedFiles).toEqual(pages(3))

  const stored = await readBatch(app.store, id)
  if (stored === null) throw new Error('there is no batch')
  const { unit } = await readUnit(app.store, id, 1)
  const ended = { state: 'completed', reason: null, message: null, prLink: null, costUsd: 0 } as const
  const after = recordEnd(stored.batch, unit, { ...ended, changed: pages(2) })
  expect([after.batch.unchanged, after.unit.unchanged]).toEqual([1, pages(3).slice(2)])
  const unknown = recordEnd(after.batch, after.unit, { ...ended, changed: null })
  expect([unknown.batch.unchanged, unknown.unit.unchanged]).toEqual([1, pages(3).slice(2)])
})
