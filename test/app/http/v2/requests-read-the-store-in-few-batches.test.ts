import { Agent, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { Store } from '../../../../src/app/store/store.ts'
import { startAppServer } from '../../../support/app/app-server.ts'

/** The families of keys that each read asks for. */
function counted() {
  const reads: string[][] = []
  const note = (keys: readonly string[]) => {
    reads.push(keys.map((key) => key.split('/', 1)[0] ?? ''))
  }
  const wrap = (store: Store): Store => ({
    ...store,
    get(key) {
      note([key])
      return store.get(key)
    },
    getMany(keys) {
      note(keys)
      return store.getMany(keys)
    },
  })
  return { reads, wrap }
}

const LIMIT = { 0: [], 100: ['limit'] } as const

test.each([0, 100] as const)(
  'get reads the store once, and create and message read API key and project once (limit %i)',
  async (rateLimit) => {
    const { reads, wrap } = counted()
    const app = await startAppServer({ rateLimit, store: wrap })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const call = (method: string, path: string) =>
      new Promise<{ status: number; reads: string[][]; id: string }>((resolve, reject) => {
        reads.length = 0
        const headers = { authorization: `Bearer ${app.key}`, 'content-type': 'application/json' }
        request(`${app.url}${path}`, { method, agent, headers })
          .on('response', (response) => {
            const seen = [...reads]
            let text = ''
            response
              .on('data', (chunk) => {
                text += chunk
              })
              .on('end', () =>
                resolve({ status: response.statusCode ?? 0, reads: seen, id: JSON.parse(text).id }),
              )
          })
          .on('error', reject)
          .end(method === 'POST' ? '{"prompt":"x"}' : undefined)
      })
    const jobs = `/v2/agent/${app.project}/job`
    const admission = ['spend', 'organisation', ...LIMIT[rateLimit]]
    // The first use of a key is recorded.
    await call('POST', jobs)
    const created = await call('POST', jobs)
    expect(created).toMatchObject({
      status: 201,
      reads: [['key', 'project'], admission, ['webhooks']],
    })
    const message = await call('POST', `${jobs}/${created.id}/message`)
    expect(message).toMatchObject({
      status: 200,
      reads: [['key', 'project'], ['job'], admission, ['webhooks']],
    })
    const poll = await call('GET', `${jobs}/${created.id}`)
    expect(poll).toMatchObject({ status: 200, reads: [['key', 'project', 'view']] })
  },
)
