import { expect, test } from 'vitest'
import { type Store, StoreUnavailable } from '../../../../src/app/store/store.ts'
import { startAppServer } from '../../../support/app/app-server.ts'

test('a change that lost against other writers at each try gives 503 with Retry-After, and changes nothing', async () => {
  let isContended = false
  const app = await startAppServer({
    store: (store: Store): Store => ({
      ...store,
      /** Another server writes the same records first. */
      async commit(commit) {
        const checked = (commit.checks ?? []).filter(({ value }) => value !== null)
        if (isContended)
          await store.commit({ set: checked.map(({ key, value }) => ({ key, value: `${value} ` })) })
        return store.commit(commit)
      },
    }),
  })
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const path = created.headers.get('location') ?? ''
  isContended = true
  const lost = await app.call('POST', `${path}/message`, { body: { prompt: 'y' } })
  expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '5'])
  expect(lost.json).toEqual({ error: expect.stringContaining('try again') })
  isContended = false
  const messages = await app.call('GET', `${path}/messages`)
  expect(messages.json).toMatchObject({ messages: [{ prompt: 'x' }] })
  expect((await app.call('POST', `${path}/message`, { body: { prompt: 'y' } })).status).toBe(200)
})

test('an unavailable store gives 503 with Retry-After, never 404, and recovers by itself', async () => {
  let down = false
  const guard = <A extends unknown[], R>(work: (...args: A) => Promise<R>) => {
    return (...args: A): Promise<R> => (down ? Promise.reject(new StoreUnavailable('gone')) : work(...args))
  }
  const app = await startAppServer({
    store: (store: Store): Store => ({
      ...store,
      get: guard(store.get),
      getMany: guard(store.getMany),
      commit: guard(store.commit),
      list: guard(store.list),
    }),
  })
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const path = created.headers.get('location') ?? ''
  down = true
  const requests: [string, string, object?][] = [
    ['GET', path],
    ['GET', `${path}/runs`],
    ['POST', `${path}/message`, { prompt: 'x' }],
    ['POST', `/v2/agent/${app.project}/job`, { prompt: 'x' }],
    ['GET', '/v2/projects'],
    ['GET', '/readyz'],
  ]
  for (const [method, to, body] of requests) {
    const answer = await app.call(method, to, { body })
    expect([to, answer.status, answer.headers.get('retry-after')]).toEqual([to, 503, '5'])
    expect(answer.json).toEqual({ error: expect.stringContaining('try again') })
  }
  expect((await app.call('GET', '/healthz')).status).toBe(200)
  down = false
  expect((await app.call('GET', path)).status).toBe(200)
})
