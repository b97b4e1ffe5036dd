import { expect, test } from 'vitest'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { type AppServer, startAppServer } from '../../../support/app/app-server.ts'

interface Page {
  readonly ids: string[]
  readonly nextCursor: string | null
  readonly link: string | null
}

async function page(app: AppServer, query: string): Promise<Page> {
  const { status, json, headers } = await app.call('GET', `/v2/agent/${app.project}/jobs${query}`)
  expect(status).toBe(200)
  const ids = (json.jobs as { id: string }[]).map(({ id }) => id)
  return { ids, nextCursor: json.nextCursor as string | null, link: headers.get('link') }
}

async function fiveJobs(app: AppServer): Promise<string[]> {
  const ids: string[] = []
  for (let n = 1; n <= 5; n++) {
    const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: `job ${n}` } })
    ids.push(String(json.id))
    app.clock.at += 1000
  }
  return ids
}

test('jobs are listed newest first, each once, with a Link to the next page', async () => {
  const app = await startAppServer()
  const newestFirst = (await fiveJobs(app)).reverse()
  const first = await page(app, '?limit=2')
  expect(first.ids).toEqual(newestFirst.slice(0, 2))
  expect(first.link).toBe(`<?limit=2&cursor=${first.nextCursor}>; rel="next"`)
  // A job that is made meanwhile moves nothing on the pages that follow.
  await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'newer' } })
  const second = await page(app, /<(.*)>/.exec(first.link ?? '')?.[1] ?? '')
  expect(second.ids).toEqual(newestFirst.slice(2, 4))
  const third = await page(app, `?limit=2&cursor=${second.nextCursor}`)
  expect([third.ids, third.nextCursor, third.link]).toEqual([newestFirst.slice(4), null, null])
})

test('jobs of one status are listed as get returns them, with title and origin', async () => {
  const app = await startAppServer()
  const [, second, , fourth] = await fiveJobs(app)
  for (const id of [second, fourth]) await app.call('POST', `/v2/agent/${app.project}/job/${id}/archive`)
  const archived = await app.call('GET', `/v2/agent/${app.project}/jobs?status=archived`)
  const gets = [fourth, second].map((id) => app.call('GET', `/v2/agent/${app.project}/job/${id}`))
  expect(archived.json.jobs).toEqual(
    (await Promise.all(gets)).map(({ json }, i) => ({
      ...json,
      projectId: app.project,
      title: `job ${4 - 2 * i}`,
      createdBy: { kind: 'key', id: expect.any(String), name: 'test' },
      endedAt: json.archivedAt,
      reason: 'cancelled',
    })),
  )
  expect((await page(app, '?status=active')).ids).toHaveLength(3)
  // Who follows the Link stays with that status.
  const { link } = await page(app, '?status=archived&limit=1')
  const next = /^<(\?status=archived&limit=1&cursor=\w+)>; rel="next"$/.exec(link ?? '')?.[1]
  expect((await page(app, next ?? '')).ids).toEqual([second])
  expect((await page(app, '?status=completed')).ids).toEqual([])
})

test('pages of all statuses keep one order while jobs change', async () => {
  const app = await startAppServer()
  const newestFirst = (await fiveJobs(app)).reverse()
  const [, second, third, , fifth] = newestFirst
  for (const id of [second, fifth]) await app.call('POST', `/v2/agent/${app.project}/job/${id}/archive`)
  const first = await page(app, '?limit=3')
  expect(first.ids).toEqual(newestFirst.slice(0, 3))
  await app.call('POST', `/v2/agent/${app.project}/job/${third}/archive`)
  const rest = await page(app, `?limit=3&cursor=${first.nextCursor}`)
  expect([rest.ids, rest.nextCursor]).toEqual([newestFirst.slice(3), null])
  expect((await page(app, '?status=archived&limit=2')).ids).toEqual([second, third])
})

test('an invalid query is refused with the name of the parameter', async () => {
  const app = await startAppServer()
  const cases: [string, RegExp][] = [
    ['jobs?limit=0', /`limit` must be a number from 1 to 100/],
    ['jobs?limit=101', /`limit`/],
    ['jobs?limit=x', /`limit`/],
    ['jobs?status=running', /`status`/],
    [
      'jobs?cursor=x',
      /`cursor` was not returned by this operation; send `nextCursor` of the page before, or none$/,
    ],
    [`jobs?cursor=${'x'.repeat(501)}`, /`cursor` was not returned/],
  ]
  for (const [path, error] of cases) {
    const answer = await app.call('GET', `/v2/agent/${app.project}/${path}`)
    expect([path, answer.status, answer.json]).toEqual([path, 400, { error: expect.stringMatching(error) }])
  }
  expect((await app.call('GET', '/v2/projects?cursor=x')).status).toBe(400)
  const long = await app.call('GET', `/v2/projects?repository=${'x'.repeat(301)}`)
  expect(long.json.error).toBe('`repository` must have at most 300 characters')
})

test('projects are found by the name of the repository, in any letter case', async () => {
  const app = await startAppServer()
  const docs = { id: app.project, repository: 'https://github.com/acme/docs', defaultBranch: null }
  const found = await app.call('GET', '/v2/projects?repository=Acme/DOCS')
  expect(found.json).toEqual({ projects: [docs], nextCursor: null })
  const none = await app.call('GET', '/v2/projects?repository=acme/other')
  expect(none.json).toEqual({ projects: [], nextCursor: null })
})

test('a project without the App is not listed, and its jobs can still be read', async () => {
  const app = await startAppServer()
  const { headers } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const place = projectKeys.record(app.project)
  const project = JSON.parse((await app.store.get(place)) ?? '')
  await app.store.commit({
    set: [{ key: place, value: JSON.stringify({ ...project, installationId: null }) }],
  })
  for (const query of ['', '?repository=acme/docs'])
    expect((await app.call('GET', `/v2/projects${query}`)).json).toEqual({ projects: [], nextCursor: null })
  expect((await app.call('GET', headers.get('location') ?? '')).status).toBe(200)
  expect((await page(app, '')).ids).toHaveLength(1)
})

async function givenProjects(app: AppServer, count: number): Promise<string[]> {
  const raw = JSON.parse((await app.store.get(projectKeys.record(app.project))) ?? '')
  const ids = Array.from({ length: count }, (_, n) => `prj_z${String(n).padStart(5, '0')}`)
  const set = ids.flatMap((id) => [
    { key: projectKeys.record(id), value: JSON.stringify({ ...raw, id, name: `repository-${id}` }) },
    { key: projectKeys.ofAccount(raw.accountId, id), value: id },
  ])
  await app.store.commit({ set })
  return [app.project, ...ids]
}

test('projects are listed once each, a hundred on a page, and the last page has no cursor', async () => {
  const app = await startAppServer()
  const ids = await givenProjects(app, 299)
  const listed: string[] = []
  const sizes: number[] = []
  for (let cursor: unknown = null, n = 0; n === 0 || cursor !== null; n++) {
    const { json } = await app.call('GET', `/v2/projects${cursor === null ? '' : `?cursor=${cursor}`}`)
    const found = (json.projects as { id: string }[]).map(({ id }) => id)
    listed.push(...found)
    sizes.push(found.length)
    cursor = json.nextCursor
  }
  expect([listed, sizes]).toEqual([ids, [100, 100, 100]])
})

test('a project is found by its name, or by a key that covers only it, among many others', async () => {
  const app = await startAppServer()
  const last = (await givenProjects(app, 1_000)).at(-1) ?? ''
  const expected = { projects: [expect.objectContaining({ id: last })], nextCursor: null }
  expect((await app.call('GET', `/v2/projects?repository=acme/repository-${last}`)).json).toEqual(expected)
  const key = await app.newKey({ projectIds: [last] })
  expect((await app.call('GET', '/v2/projects', { key })).json).toEqual(expected)
})

test('the page with the last job has no next page, also if it is full', async () => {
  const app = await startAppServer()
  const newestFirst = (await fiveJobs(app)).reverse()
  expect(await page(app, '?limit=5')).toEqual({ ids: newestFirst, nextCursor: null, link: null })
  expect(await page(app, '?limit=5&status=active')).toEqual({
    ids: newestFirst,
    nextCursor: null,
    link: null,
  })
  expect((await page(app, '?limit=4')).nextCursor).not.toBeNull()
})
