import { expect, test } from 'vitest'
import { runKeys } from '../../../../src/app/job-store/run-history.ts'
import { outboxKeys } from '../../../../src/app/outbox/outbox-entry.ts'
import { fanOut } from '../../../../src/app/outgoing/delivery/fan-out.ts'
import { type Store, StoreUnavailable } from '../../../../src/app/store/store.ts'
import { type AppServer, type CallOptions, startAppServer } from '../../../support/app/app-server.ts'
import {
  describedOperations,
  type KnownOperation,
  pathOf,
} from '../../../support/app/described-operations.ts'

/** Each operation on a job that has ended and kept a patch, with the body of its example. */
async function operationsOnJob(app: AppServer) {
  const jobs = `/v2/agent/${app.project}/job`
  const { json } = await app.call('POST', jobs, { body: { prompt: 'x' } })
  const id = String(json.id)
  await app.call('POST', `${jobs}/${id}/cancel`)
  await app.store.commit({ set: [{ key: runKeys.patch(id, 1), value: 'diff\n' }] })
  const admin = await app.newKey({ scopes: ['admin'] })
  const { json: webhook } = await app.call('POST', '/v2/webhooks', {
    key: admin,
    body: { url: 'https://example.com/own' },
  })
  await app.call('POST', `${jobs}/${id}/archive`)
  await app.call('POST', `${jobs}/${id}/unarchive`)
  for (const entry of await app.store.list({ prefix: outboxKeys.queue(), limit: 10 }))
    await fanOut(app.parts, 77, entry)
  const { json: list } = await app.call('GET', `/v2/webhooks/${webhook.id}/deliveries`, { key: admin })
  const [delivery] = list.deliveries as { id: string }[]
  const { json: batch } = await app.call('POST', '/v2/batches', {
    body: { prompt: 'x', projectIds: [app.project] },
  })
  const values = {
    batchId: String(batch.id),
    projectId: app.project,
    id,
    number: '1',
    webhookId: String(webhook.id),
    eventId: String(delivery?.id),
  }
  // Its deletion would take what the others are asked for.
  const described = await describedOperations(app)
  const operations = described.toSorted(
    (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
  )
  const ask = (known: KnownOperation, options: CallOptions = {}, others = {}, method = known.method) => {
    const body = known.operation.requestBody?.content['application/json']?.example
    const key = isOfWebhooks(known) ? admin : app.key
    return app.call(method, pathOf(known.path, { ...values, ...others }), { body, key, ...options })
  }
  return { operations, ask }
}

const isOfWebhooks = ({ path }: KnownOperation): boolean => path.startsWith('/v2/webhooks')

test('a missing key gets 401, a foreign one 404 or an empty list, one without the permission 403', async () => {
  const app = await startAppServer()
  const { operations, ask } = await operationsOnJob(app)
  const stranger = await app.newKey({ accountId: 78, scopes: ['admin'] })
  const reader = await app.newKey({ scopes: ['read'] })
  for (const known of operations) {
    const without = await ask(known, { key: null })
    expect([known.id, without.status]).toEqual([known.id, 401])
    expect(without.headers.get('www-authenticate')).toMatch(/^Bearer/)

    const foreign = await ask(known, { key: stranger })
    if (known.id === 'listProjects') expect(foreign.json.projects).toEqual([])
    else if (known.id === 'getUsage' || known.id === 'getOutcomes') expect(foreign.json.projects).toEqual([])
    else if (known.id === 'listAccountJobs') expect(foreign.json.jobs).toEqual([])
    else if (known.id === 'listBatches') expect(foreign.json.batches).toEqual([])
    else if (known.id === 'listWebhooks') expect(foreign.json.webhooks).toHaveLength(1)
    else if (known.id === 'createWebhook') expect(foreign.status).toBe(201)
    else if (known.id === 'listModels') expect(foreign.status).toBe(200)
    else
      expect([known.id, foreign.status, foreign.text]).toEqual([
        known.id,
        404,
        expect.stringMatching(/no (project|webhook|delivery|batch)/),
      ])

    const mayRead = known.method === 'GET' && !isOfWebhooks(known)
    const reading = await ask(known, { key: reader })
    expect([known.id, reading.status]).toEqual([known.id, mayRead ? 200 : 403])
    const looking = await ask(known, { key: reader, body: undefined }, {}, 'HEAD')
    const hasGet = operations.some(({ path, method }) => path === known.path && method === 'GET')
    const refusal = hasGet ? 403 : 405
    expect([known.id, looking.status]).toEqual([known.id, hasGet && !isOfWebhooks(known) ? 200 : refusal])
  }
})

test('an unknown project, job or run gets 404', async () => {
  const app = await startAppServer()
  const { operations, ask } = await operationsOnJob(app)
  const absent: Readonly<Record<string, string[]>> = {
    projectId: ['prj_zz', 'x', '%20'],
    id: ['job_01k00000000000000000000000', 'x', '%20'],
    number: ['2', '0', '1.5', 'x'],
    webhookId: ['whk_x', 'x', '%20'],
    batchId: ['batch_01k00000000000000000000000', 'x', '%20'],
    eventId: ['evt_x', 'x', '%20'],
  }
  for (const known of operations) {
    for (const [name, values] of Object.entries(absent)) {
      if (!known.path.includes(`{${name}}`)) continue
      for (const value of values) {
        const answer = await ask(known, {}, { [name]: value })
        expect([known.id, name, value, answer.status]).toEqual([known.id, name, value, 404])
      }
    }
  }
})

test('another method gets 405, and Allow names the possible ones', async () => {
  const app = await startAppServer()
  const { operations, ask } = await operationsOnJob(app)
  for (const known of operations) {
    const methods = operations.filter(({ path }) => path === known.path).map(({ method }) => method)
    const possible = methods
      .toSorted()
      .map((method) => (method === 'GET' ? 'GET, HEAD' : method))
      .join(', ')
    const others = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST', 'GET']
    for (const method of others.filter((one) => !methods.includes(one))) {
      const answer = await ask(known, { body: undefined }, {}, method)
      const allowed = answer.headers.get('allow')?.split(', ').toSorted().join(', ')
      expect([known.id, method, answer.status, allowed]).toEqual([known.id, method, 405, possible])
    }
  }
})

test('HEAD has the status and the headers of GET, and no body', async () => {
  const app = await startAppServer()
  const { operations, ask } = await operationsOnJob(app)
  // These are of the one answer or of its connection, not of what it tells; and a stream has no length.
  const OTHER = ['date', 'x-request-id', 'transfer-encoding', 'connection', 'keep-alive']
  const told = (headers: Headers) => [...headers].filter(([name]) => !OTHER.includes(name))
  for (const known of operations.filter(({ method }) => method === 'GET')) {
    const get = await ask(known)
    const head = await ask(known, {}, {}, 'HEAD')
    expect([known.id, head.status, head.text]).toEqual([known.id, get.status, ''])
    expect([known.id, told(head.headers)]).toEqual([known.id, told(get.headers)])
    const nowhere = await ask(known, {}, { projectId: 'prj_zz' }, 'HEAD')
    expect([known.id, nowhere.status]).toEqual([known.id, known.path.includes('{projectId}') ? 404 : 200])
  }
})

test('a store outage gives 503 with Retry-After, never 404', async () => {
  let down = false
  const guard =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      down ? Promise.reject(new StoreUnavailable('gone')) : work(...args)
  const app = await startAppServer({
    store: (store: Store): Store => ({
      ...store,
      get: guard(store.get),
      getMany: guard(store.getMany),
      commit: guard(store.commit),
      list: guard(store.list),
    }),
  })
  const { operations, ask } = await operationsOnJob(app)
  down = true
  for (const known of operations) {
    const answer = await ask(known)
    expect([known.id, answer.status, answer.headers.get('retry-after')]).toEqual([known.id, 503, '5'])
  }
})
