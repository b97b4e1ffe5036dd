import { expect, test } from 'vitest'
import { createClient } from '../../../../src/client/client.ts'
import { allOf } from '../../../support/all-of.ts'
import { type AppServer, startAppServer } from '../../../support/app/app-server.ts'

const create = (app: AppServer, metadata: unknown) =>
  app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'Fix it', metadata } })

async function titles(app: AppServer, path: string) {
  const { status, json } = await app.call('GET', path)
  expect([path, status]).toEqual([path, 200])
  return (json.jobs as { metadata?: Record<string, string> }[]).map(({ metadata }) => metadata?.n)
}

test('lists return the metadata of a job and filter by it; the job itself has no further field', async () => {
  const app = await startAppServer()
  const { status, json } = await create(app, { team: 'docs', 'run.id': '1=2 & ü', n: '1' })
  expect([status, Object.keys(json)]).toEqual([
    201,
    ['id', 'status', 'source', 'model', 'prLink', 'createdAt', 'archivedAt'],
  ])
  await create(app, { team: 'web', n: '2' })
  await create(app, {})
  expect((await app.call('GET', `/v2/agent/${app.project}/job/${json.id}`)).json).not.toHaveProperty(
    'metadata',
  )

  const ofProject = `/v2/agent/${app.project}/jobs`
  for (const path of ['/v2/jobs', ofProject]) {
    expect(await titles(app, `${path}?metadata[team]=docs`)).toEqual(['1'])
    expect(await titles(app, `${path}?metadata%5Bteam%5D=web&status=active`)).toEqual(['2'])
    expect(await titles(app, `${path}?metadata[team]=web&metadata[n]=1`)).toEqual([])
    expect(await titles(app, `${path}?metadata[constructor]=x`)).toEqual([])
  }
  const { jobs } = createClient({ url: app.url, apiKey: app.key })
  for (const of of [{}, { projectId: app.project }]) {
    const [listed] = await allOf(jobs.list({ ...of, metadata: { team: 'docs', 'run.id': '1=2 & ü' } }))
    expect(listed?.metadata).toEqual({ team: 'docs', 'run.id': '1=2 & ü', n: '1' })
  }
  // A follow-up writes the record again.
  await app.call('POST', `/v2/agent/${app.project}/job/${json.id}/message`, { body: { prompt: 'More' } })
  expect(await titles(app, '/v2/jobs?metadata[n]=1')).toEqual(['1'])
})

test('pages of a filtered list miss no job and repeat none', async () => {
  const app = await startAppServer()
  for (let n = 0; n < 7; n++) {
    await create(app, { team: n % 2 === 0 ? 'even' : 'odd', n: String(n) })
    app.clock.at += 1000
  }
  for (const path of ['/v2/jobs', `/v2/agent/${app.project}/jobs`]) {
    const first = await app.call('GET', `${path}?metadata[team]=even&limit=3`)
    const link = /<(.*)>/.exec(first.headers.get('link') ?? '')?.[1]
    expect(link).toContain('metadata%5Bteam%5D=even')
    expect((first.json.jobs as unknown[]).length).toBe(3)
    expect(await titles(app, `${path}${link}`)).toEqual(['0'])
  }
})

test('invalid metadata is refused, and the message names it', async () => {
  const app = await startAppServer()
  const many = Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`n${i}`, '']))
  for (const [metadata, message] of [
    ['x', '`metadata` must be an object with strings'],
    [{ a: 1 }, '`metadata.a` must be a string'],
    [{ 'a b': '' }, '`metadata.a b` is not a valid name: names have 1 to 64 characters'],
    [{ a: 'x'.repeat(513) }, '`metadata.a` must have at most 512 characters'],
    [JSON.parse('{"__proto__":"1"}'), '`metadata.__proto__` is a name that cannot be used'],
    [many, '`metadata` must have at most 16 pairs'],
  ] as const) {
    const { status, json } = await create(app, metadata)
    expect([status, json.error]).toEqual([400, expect.stringContaining(message)])
  }
  for (const [query, message] of [
    ['metadata=x', '`metadata` needs a name: write `metadata[name]=text`'],
    ['metadata[a]=1&metadata[a]=2', '`metadata[a]` is given more than once; send it once'],
    ['status[a]=1', 'no query parameter "status[a]"'],
    ['metadata[]=1', '`metadata.` is not a valid name'],
  ]) {
    const { status, json } = await app.call('GET', `/v2/jobs?${query}`)
    expect([status, json.error]).toEqual([400, expect.stringContaining(message ?? '')])
  }
})
