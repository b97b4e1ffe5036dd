import { expect, test } from 'vitest'
import { keySpace } from '../../../../src/app/store/key-space.ts'
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
  await app.store.commit({ set: [{ key: keySpace.patch(id, 1), value: 'diff\n' }] })
  const values = { projectId: app.project, id, number: '1' }
  const operations = await describedOperations(app)
  const ask = (known: KnownOperation, options: CallOptions = {}, others = {}, method = known.method) => {
    const body = known.operation.requestBody?.content['application/json']?.example
    return app.call(method, pathOf(known.path, { ...values, ...others }), { body, ...options })
  }
  return { operations, ask }
}

test('a missing key gets 401, a foreign one 404 or an empty list, one without the permission 403', async () => {
  const app = await startAppServer()
  const { operations, ask } = await operationsOnJob(app)
  const stranger = await app.newKey({ accountId: 78 })
  const reader = await app.newKey({ scopes: ['read'] })
  for (const known of operations) {
    const without = await ask(known, { key: null })
    expect([known.id, without.status]).toEqual([known.id, 401])
    expect(without.headers.get('www-authenticate')).toMatch(/^Bearer/)

    const foreign = await ask(known, { key: stranger })
    if (known.id === 'listProjects') expect(foreign.json.projects).toEqual([])
    else if (known.id === 'getUsage') expect(foreign.json.projects).toEqual([])
    else if (known.id === 'listAccountJobs') expect(foreign.json.jobs).toEqual([])
    else
      expect([known.id, foreign.status, foreign.text]).toEqual([
        known.id,
        404,
        expect.stringContaining('no project'),
      ])

    const reading = await ask(known, { key: reader })
    expect([known.id, reading.status]).toEqual([known.id, known.method === 'GET' ? 200 : 403])
    const looking = await ask(known, { key: reader, body: undefined }, {}, 'HEAD')
    expect([known.id, looking.status]).toEqual([known.id, known.method === 'GET' ? 200 : 405])
  }
})

test('an unknown project, job or run gets 404', async () => {
  const app = await startAppServer()
  const { operations, ask } = await operationsOnJob(app)
  const absent: Readonly<Record<string, string[]>> = {
    projectId: ['prj_zz', 'x', '%20'],
    id: ['job_01k00000000000000000000000', 'x', '%20'],
    number: ['2', '0', '1.5', 'x'],
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
    const possible = known.method === 'GET' ? 'GET, HEAD' : known.method
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', known.method === 'GET' ? 'POST' : 'GET']) {
      const answer = await ask(known, { body: undefined }, {}, method)
      expect([known.id, method, answer.status, answer.headers.get('allow')]).toEqual([
        known.id,
        method,
        405,
        possible,
      ])
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
