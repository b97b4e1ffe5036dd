import { get, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { type AppServer, startAppServer } from '../../../../support/app/app-server.ts'
import { until } from '../../../../support/world/jobs.ts'
import { watchedJob } from './watched-job.ts'

const open = (app: AppServer, path: string, key = app.key): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` }
    const asked = get(`${app.url}${path}/events`, { agent: false, headers }, (response) => {
      resolve(response.on('error', () => {}).resume())
    }).on('error', reject)
    onTestFinished(() => void asked.destroy())
  })

test('watcher 1,001 of an account gets 503 until another one leaves', async () => {
  const app = await startAppServer()
  const { path } = await watchedJob(app)
  const second = await app.newKey({ scopes: ['read'], name: 'second' })
  const streams: IncomingMessage[] = []
  for (let n = 0; n < 20; n++) {
    streams.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, (_, i) => open(app, path, i % 2 === 0 ? app.key : second)),
      )),
    )
  }
  expect(new Set(streams.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const refused = await app.call('GET', `${path}/events`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
  expect(refused.json.error).toContain('1000 watchers of this account')

  streams[0]?.destroy()
  await until('a place to be free', async () => {
    const stream = await open(app, path)
    return stream.statusCode === 200 ? true : null
  })
})
