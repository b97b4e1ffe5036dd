import { expect, test } from 'vitest'
import { jobListKeys } from '../../../../src/app/job-store/job-commit.ts'
import { unarchiveJob } from '../../../../src/app/jobs/archive-job.ts'
import { purgeArchivedJob } from '../../../../src/app/jobs/purge-archived-job.ts'
import { revokeKey } from '../../../../src/app/keys/key-record.ts'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { listPlace } from '../../../../src/app/store/keys.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { type AppServer, startAppServer } from '../../../support/app/app-server.ts'
import { listEntries } from '../../../support/app/list-entries.ts'
import { RETENTION } from '../../../support/app/retention.ts'
import { runnersAtTheDoor } from '../runner/runner-requests.ts'

interface Listed {
  readonly id: string
  readonly title: string | null
}

async function list(app: AppServer, query = '', key = app.key) {
  const { status, json, headers } = await app.call('GET', `/v2/jobs${query}`, { key })
  expect([query, status]).toEqual([query, 200])
  const jobs = json.jobs as Listed[]
  return {
    jobs,
    titles: jobs.map(({ title }) => title),
    nextCursor: json.nextCursor as string | null,
    link: headers.get('link'),
  }
}

/** A second project of the account. */
async function givenProject(app: AppServer, changes: object = {}): Promise<string> {
  const project = JSON.parse((await app.store.get(projectKeys.record(app.project))) ?? '')
  const other = { ...project, id: 'prj_other', repositoryId: 99, name: 'other', ...changes }
  await app.store.commit({
    set: [
      { key: projectKeys.record(other.id), value: JSON.stringify(other) },
      { key: projectKeys.ofAccount(other.accountId, other.id), value: other.id },
    ],
  })
  return other.id
}

async function create(app: AppServer, prompt: string, body: object = {}, project = app.project) {
  const { json } = await app.call('POST', `/v2/agent/${project}/job`, { body: { prompt, ...body } })
  app.clock.at += 1000
  return String(json.id)
}

test('jobs of all projects are listed newest first, with title, requester and end', async () => {
  const app = await startAppServer()
  const other = await givenProject(app)
  const first = await create(app, 'Correct the spelling\nin all files')
  await create(app, 'Add a licence', {}, other)
  await app.call('POST', `/v2/agent/${app.project}/job/${first}/cancel`)
  await create(app, '\u200b \n  Raise\tthe   version \n')

  const page = await list(app, '?limit=2')
  expect(page.titles).toEqual(['Raise the version', 'Add a licence'])
  expect(page.link).toBe(`<?limit=2&cursor=${page.nextCursor}>; rel="next"`)
  await create(app, 'A newer one')
  const last = await list(app, /<(.*)>/.exec(page.link ?? '')?.[1])
  const { json } = await app.call('GET', `/v2/agent/${app.project}/job/${first}`)
  expect(last).toMatchObject({ nextCursor: null, link: null })
  expect(last.jobs).toEqual([
    {
      ...json,
      projectId: app.project,
      title: 'Correct the spelling',
      createdBy: { kind: 'key', id: expect.any(String), name: 'test' },
      endedAt: new Date(1_800_000_002_000).toISOString(),
      reason: 'cancelled',
    },
  ])
})

test('a key for one project sees only its jobs, and a key of another account sees none', async () => {
  const app = await startAppServer()
  const other = await givenProject(app)
  await create(app, 'ours')
  await create(app, 'theirs', {}, other)
  expect((await list(app, '', await app.newKey({ projectIds: [app.project] }))).titles).toEqual(['ours'])
  expect((await list(app, '', await app.newKey({ projectIds: [other] }))).titles).toEqual(['theirs'])
  expect((await list(app, '', await app.newKey({ accountId: 78 }))).titles).toEqual([])
  expect((await list(app)).titles).toEqual(['theirs', 'ours'])
})

test('a job of a transferred repository is not listed until the new account gives it work', async () => {
  const app = await startAppServer()
  const id = await create(app, 'moved')
  await givenProject(app, { id: app.project, accountId: 78 })
  expect((await list(app)).titles).toEqual([])
  const key = await app.newKey({ accountId: 78 })
  expect((await list(app, '', key)).titles).toEqual([])
  const own = await app.call('GET', `/v2/agent/${app.project}/jobs`, { key })
  expect((own.json.jobs as Listed[]).map(({ title }) => title)).toEqual(['moved'])
  await app.call('POST', `/v2/agent/${app.project}/job/${id}/message`, { key, body: { prompt: 'more' } })
  expect((await list(app, '', key)).titles).toEqual(['moved'])
  expect(await app.store.list({ prefix: jobListKeys.allOf(77), limit: 1 })).toEqual([])
})

test('filters accept status, model, origin, person, text and time, and name invalid values', async () => {
  const app = await startAppServer()
  const ended = await create(app, 'Größe der Schrift', { model: 'anthropic/a' })
  await app.call('POST', `/v2/agent/${app.project}/job/${ended}/cancel`)
  await create(app, 'Add a licence', { model: 'anthropic/b' })
  const at = (ms: number) => encodeURIComponent(new Date(ms).toISOString())
  const cases: [string, string[]][] = [
    ['?status=failed', ['Größe der Schrift']],
    ['?status=active', ['Add a licence']],
    ['?model=anthropic/a', ['Größe der Schrift']],
    ['?model=anthropic', []],
    ['?origin=key', ['Add a licence', 'Größe der Schrift']],
    ['?origin=person', []],
    ['?origin=watch', []],
    ['?person=test', []],
    [`?text=${encodeURIComponent('GRÖSSE'.replace('SS', 'ß'))}`, ['Größe der Schrift']],
    ['?text=LICENCE', ['Add a licence']],
    ['?text=licence&status=failed', []],
    [`?since=${at(1_800_000_001_000)}`, ['Add a licence']],
    [`?until=${at(1_800_000_001_000)}`, ['Größe der Schrift']],
    [`?since=${at(1_800_000_000_000)}&until=${at(1_800_000_000_001)}`, ['Größe der Schrift']],
    [`?since=${at(1_800_000_000_001)}&until=${at(1_800_000_001_000)}`, []],
    ['?until=1969-01-01T00:00:00Z', []],
    ['?since=9999-01-01T00:00:00%2B02:00', []],
  ]
  for (const [query, titles] of cases)
    expect([query, (await list(app, query)).titles]).toEqual([query, titles])
  const refused: [string, RegExp][] = [
    ['?since=yesterday', /^`since` must be a time such as 2026-11-20T23:02:31Z$/],
    ['?until=2026-11-20', /^`until` must be a time/],
    ['?origin=bot', /^`origin` "bot" is not allowed: it must be one of key, person, watch, settings$/],
    ['?text=', /^`text` must not be empty$/],
    [`?text=${'x'.repeat(201)}`, /^`text` must have at most 200 characters$/],
    ['?limit=101', /^`limit` must be a number from 1 to 100$/],
    ['?cursor=x', /^`cursor` was not returned/],
    ['?title=x', /^this operation has no query parameter "title"/],
  ]
  for (const [query, error] of refused) {
    const { status, json } = await app.call('GET', `/v2/jobs${query}`)
    expect([query, status, json]).toEqual([query, 400, { error: expect.stringMatching(error) }])
  }
})

test('a revoked key gets no further page, and another key of the account continues with its cursor', async () => {
  const app = await startAppServer()
  for (const prompt of ['first', 'second', 'third']) await create(app, prompt)
  const key = await app.newKey({ name: 'to be revoked' })
  const page = await list(app, '?limit=1', key)
  expect(page.titles).toEqual(['third'])
  const records = (await listEntries(app.store, 'key/')).map(({ value }) => JSON.parse(value))
  const record = records.find(({ name }) => name === 'to be revoked')
  await revokeKey({ store: app.store, now: () => app.clock.at, auditMs: 1 }, record, A_TEST)

  for (const query of ['', '?limit=1', `?cursor=${page.nextCursor}`, '?text=second', '?status=active']) {
    const refused = await app.call('GET', `/v2/jobs${query}`, { key })
    expect([query, refused.status]).toEqual([query, 401])
    expect(refused.json).toEqual({ error: expect.stringMatching(/was revoked/) })
  }
  expect((await list(app, `?cursor=${page.nextCursor}`)).titles).toEqual(['second', 'first'])
})

test('a job that a revoked key created stays listed under the name of the key', async () => {
  const app = await startAppServer()
  const key = await app.newKey({ name: 'to be revoked' })
  await app.call('POST', `/v2/agent/${app.project}/job`, { key, body: { prompt: 'by that key' } })
  const records = (await listEntries(app.store, 'key/')).map(({ value }) => JSON.parse(value))
  const record = records.find(({ name }) => name === 'to be revoked')
  await revokeKey({ store: app.store, now: () => app.clock.at, auditMs: 1 }, record, A_TEST)
  expect((await list(app)).jobs).toMatchObject([
    { title: 'by that key', createdBy: { kind: 'key', id: record.id, name: 'to be revoked' } },
  ])
})

test('a job whose texts were deleted is listed without its title, and not found by it', async () => {
  const app = await startAppServer()
  const id = await create(app, 'The secret plan')
  await create(app, 'Another plan')
  const path = `/v2/agent/${app.project}/job/${id}`
  await app.call('POST', `${path}/archive`)
  const key = { project: app.project, job: id }
  const deps = { store: app.store, now: () => app.clock.at, retention: RETENTION, onDue: () => {} }
  const [before] = (await list(app, '?text=secret')).jobs
  app.clock.at += (RETENTION.deleteAfterMs ?? 0) - 1000
  await purgeArchivedJob(deps, key)
  expect((await list(app, '?text=secret')).jobs).toEqual([before])
  app.clock.at += 1000
  await purgeArchivedJob(deps, key)

  expect((await list(app, '?text=secret')).jobs).toEqual([])
  expect((await list(app, '?status=archived')).jobs).toEqual([{ ...before, title: null }])
  expect((await list(app)).titles).toEqual(['Another plan', null])
  await unarchiveJob(deps, key, A_TEST)
  expect((await list(app, '?status=failed')).titles).toEqual([null])
  const entries = await app.store.list({ prefix: jobListKeys.allOf(77), limit: 10 })
  expect(entries.map(({ value }) => value.includes('secret'))).toEqual([false, false])
})

test('a page is read from the index alone', async () => {
  const read: string[] = []
  const app = await startAppServer({
    store: (store) => ({
      ...store,
      get: (key) => {
        read.push(key)
        return store.get(key)
      },
      getMany: (keys) => {
        read.push(...keys)
        return store.getMany(keys)
      },
    }),
  })
  for (let n = 0; n < 30; n++) await create(app, `job ${n}`)
  read.length = 0
  expect((await list(app)).jobs).toHaveLength(20)
  expect(read.filter((key) => !key.startsWith('key/'))).toEqual([projectKeys.record(app.project)])
})

test('a job that a person started is found by their login, in any letter case', async () => {
  const { app, register } = await runnersAtTheDoor({ claims: { actor: 'octocat' } })
  await create(app, 'by key')
  expect((await register(500)).status).toBe(200)
  for (const query of ['?origin=person', '?person=OctoCat'])
    expect((await list(app, query)).jobs).toMatchObject([
      { title: 'By hand', createdBy: { kind: 'person', id: '41', name: 'octocat' } },
    ])
})

/** Entries of the index, without the jobs. */
async function givenEntries(app: AppServer, count: number): Promise<void> {
  const [entry] = await app.store.list({ prefix: jobListKeys.allOf(77), limit: 1 })
  const set = Array.from({ length: count }, (_, n) => {
    const id = `job_${String(n).padStart(26, '0')}`
    const value = JSON.stringify({ ...JSON.parse(entry?.value ?? ''), id, title: `older ${n}` })
    return { key: jobListKeys.ofAccount(77, listPlace(1_700_000_000_000 - n, id)), value }
  })
  await app.store.commit({ set })
}

test('a request reads 2,000 jobs at most, and its cursor continues after them', async () => {
  const app = await startAppServer()
  await create(app, 'newest')
  await givenEntries(app, 4_500)
  const first = await list(app, '?text=older%204499')
  expect([first.titles, first.nextCursor === null]).toEqual([[], false])
  const second = await list(app, `?text=older%204499&cursor=${first.nextCursor}`)
  expect([second.titles, second.nextCursor === null]).toEqual([[], false])
  const third = await list(app, `?text=older%204499&cursor=${second.nextCursor}`)
  expect([third.titles, third.nextCursor]).toEqual([['older 4499'], null])

  const key = await app.newKey({ projectIds: [await givenProject(app)] })
  const none = await list(app, '', key)
  expect([none.titles, none.nextCursor === null]).toEqual([[], false])
})

test('the pages of an account contain each job once', async () => {
  const app = await startAppServer()
  await create(app, 'newest')
  await givenEntries(app, 249)
  const titles: (string | null)[] = []
  for (let cursor: string | null = null, n = 0; n === 0 || cursor !== null; n++) {
    const page: Awaited<ReturnType<typeof list>> = await list(
      app,
      `?limit=50${cursor === null ? '' : `&cursor=${cursor}`}`,
    )
    titles.push(...page.titles)
    cursor = page.nextCursor
    expect(n).toBeLessThan(5)
  }
  expect(titles).toEqual(['newest', ...Array.from({ length: 249 }, (_, n) => `older ${n}`)])
})
