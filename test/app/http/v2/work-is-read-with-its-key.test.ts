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
  'on a connection that has shown its key before, create and message read the store once (limit %i)',
  async (rateLimit) => {
    const { reads, wrap } = counted()
    const app = await startAppServer({ rateLimit, store: wrap })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const post = (path: string) =>
      new Promise<{ status: number; reads: string[][]; id: string }>((resolve, reject) => {
        reads.length = 0
        const headers = { authorization: `Bearer ${app.key}`, 'content-type': 'application/json' }
        request(`${app.url}${path}`, { method: 'POST', agent, headers })
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
          .end('{"prompt":"x"}')
      })
    const jobs = `/v2/agent/${app.project}/job`
    const first = await post(jobs)
    expect(first.reads[0]).toEqual(['key', 'project'])
    const second = await post(jobs)
    const work = ['webhooks', 'spend', 'organisation', ...LIMIT[rateLimit]]
    expect(second).toMatchObject({ status: 201, reads: [['key', 'project', ...work]] })
    const message = await post(`${jobs}/${second.id}/message`)
    expect(message).toMatchObject({ status: 200, reads: [['key', 'project', 'job', ...work]] })
  },
)
