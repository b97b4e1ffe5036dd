import { expect, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { OPERATIONS, type Operation } from '../../src/client/operations.ts'
import { allOf } from '../support/all-of.ts'
import { startAppServer } from '../support/app/app-server.ts'
import { seatedRunner } from '../support/app/claimed-runner.ts'
import { describedOperations } from '../support/app/described-operations.ts'
import { RETENTION } from '../support/app/retention.ts'
import { showPullRequest } from '../support/app/show-pull-request.ts'
import { startClientProxy } from '../support/client-proxy.ts'

test('the table of operations matches the OpenAPI description', async () => {
  const app = await startAppServer()
  const described = await describedOperations(app)
  const known = Object.entries<Operation>(OPERATIONS).map(([id, { method, path, query = [], takesKey }]) => ({
    id,
    method,
    path,
    query: query.toSorted(),
    takesKey: takesKey ?? false,
  }))
  const expected = described.map(({ id, method, path, operation }) => {
    const parameters = operation.parameters ?? []
    return {
      id,
      method,
      path,
      query: parameters
        .filter((one) => one.in === 'query')
        .map(({ name }) => name)
        .toSorted(),
      takesKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
    }
  })
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
  // An operation that is missing here needs an entry in src/client/operations.ts, and a method.
  expect(known.toSorted(byId)).toEqual(expected.toSorted(byId))
})

test('the methods cover every operation and return its response', async () => {
  const app = await startAppServer()
  const proxy = await startClientProxy(app.url)
  const {
    jobs,
    projects,
    models: listModels,
    usage,
    outcomes,
    limits,
    webhooks,
    batches,
  } = createClient({ url: proxy.url, apiKey: await app.newKey({ scopes: ['admin'], name: 'test' }) })
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }

  expect(await allOf(projects.list())).toEqual([await projects.find('acme/docs')])
  const job = await jobs.create(app.project, { prompt: 'Fix it', model: 'anthropic/one', draft: true })
  expect([job.status, job.data.model, job.prLink]).toEqual(['active', 'anthropic/one', null])
  const runner = await seatedRunner(deps, { project: app.project, job: job.id })
  await runner.keepPatch('--- caf\xe9 \xff')
  await (await runner.fail('no answer')).confirm()

  const failed = await job.wait()
  expect([failed.status, failed.reason]).toEqual(['failed', 'model-failed'])
  expect((await failed.runs()).map(({ state }) => state)).toEqual(['failed'])
  expect(await failed.patch(1)).toEqual(new TextEncoder().encode('--- caf\xe9 \xff'))
  expect((await failed.retry()).status).toBe('active')
  expect((await failed.message('And that')).status).toBe('active')
  await showPullRequest(deps, { project: app.project, job: job.id })
  expect((await failed.update()).status).toBe('active')
  expect((await allOf(failed.messages({ limit: 1 }))).map(({ prompt }) => prompt)).toEqual([
    'Fix it',
    'And that',
    'Bring the branch up to date with its base: resolve the merge conflicts.',
  ])
  expect((await failed.cancel()).reason).toBe('cancelled')
  expect((await failed.archive()).status).toBe('archived')
  const [listed] = (await jobs.list({ projectId: app.project, status: 'archived' }).first()).items
  expect(listed).toMatchObject({ id: job.id, projectId: app.project, title: 'Fix it' })
  if (listed === undefined) throw new Error('the job is not in the list')
  expect((await jobs.unarchive(listed)).status).toBe('failed')
  expect((await allOf(jobs.list({ text: 'fix', origin: 'key' }))).map(({ id }) => id)).toEqual([job.id])
  expect(JSON.parse(JSON.stringify(await job.get()))).toEqual((await job.get()).data)

  const webhook = await webhooks.create({ url: 'https://example.com/' })
  expect((await webhooks.rotate(webhook.id)).secret).not.toBe(webhook.secret)
  expect((await webhooks.edit(webhook.id, { name: 'mine' })).name).toBe('mine')
  expect((await webhooks.test(webhook.id)).type).toBe('webhook.test')
  expect((await webhooks.disable(webhook.id)).status).toBe('disabled')
  expect((await webhooks.enable(webhook.id)).status).toBe('active')
  expect((await allOf(webhooks.deliveries(webhook.id))).map(({ jobId }) => jobId)).toHaveLength(1)
  await expect(webhooks.redeliver(webhook.id, 'evt_1')).rejects.toMatchObject({ status: 404 })
  expect((await webhooks.list()).map(({ id }) => id)).toEqual([webhook.id])
  await webhooks.delete(webhook.id)
  const batch = await batches.create({ prompt: 'Fix it', projectIds: [app.project] })
  expect(await allOf(batches.list())).toEqual([await batches.get(batch.id)])
  expect(await allOf(batches.jobs(batch.id))).toEqual([])
  expect((await batches.continue(batch.id, { limitUsd: 3 })).limitUsd).toBe(3)
  expect((await batches.retry(batch.id)).status).toBe('planning')
  expect((await batches.cancel(batch.id)).status).toBe('cancelled')
  expect((await batches.wait(batch.id)).status).toBe('cancelled')
  const known = await listModels()
  expect(known.models[0]).toMatchObject({ name: known.defaultModel, provider: 'anthropic', price: null })
  expect(known.models[1]?.price).toMatchObject({ input: expect.any(Number), output: expect.any(Number) })
  const { total, models } = await usage({ days: 1, projectId: app.project })
  expect([total.failed, total.cancelled, models.map(({ model }) => model)]).toEqual([1, 1, ['anthropic/one']])
  expect((await outcomes({ days: 1, projectId: app.project })).total).toMatchObject({ accepted: 0 })
  expect((await limits(app.project)).requests).toMatchObject({ limit: 100, remaining: 96 })

  const described = await describedOperations(app)
  const reached = new Set(proxy.requests.map(({ method, path }) => operationOf(described, method, path)))
  expect([...reached].toSorted()).toEqual(Object.keys(OPERATIONS).toSorted())
})

type Described = Awaited<ReturnType<typeof describedOperations>>

/** The operation with this path; a path without parameters is none with them. */
function operationOf(described: Described, method: string, path: string): string {
  const matching = described.filter((one) => {
    const pattern = one.path.replaceAll(/\{\w+\}/g, '[^/]+')
    return one.method === method && new RegExp(`^${pattern}$`).test(path.split('?')[0] ?? '')
  })
  if (matching.length !== 1) throw new Error(`${method} ${path} is ${matching.length} operations`)
  return matching[0]?.id ?? ''
}

test('pages are requested one after the other, from any cursor', async () => {
  const app = await startAppServer()
  const { jobs } = createClient({ url: app.url, apiKey: app.key })
  const made: string[] = []
  for (let i = 0; i < 5; i++) {
    app.clock.at += 1000
    made.unshift((await jobs.create(app.project, { prompt: `Number ${i}` })).id)
  }
  const ids = async (options: { cursor?: string } = {}) =>
    (await allOf(jobs.list({ projectId: app.project, limit: 2, ...options }))).map(({ id }) => id)
  expect(await ids()).toEqual(made)
  const pages = await allOf(jobs.list({ limit: 2 }).pages())
  expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1])
  expect(await ids({ cursor: pages[0]?.nextCursor ?? '' })).toEqual(made.slice(2))
})
