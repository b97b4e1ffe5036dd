import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type AppServer, startAppServer } from '../../../support/app/app-server.ts'

/** A page of messages of 4.5 MB. */
async function longPage(app: AppServer): Promise<string> {
  const prompt = '本'.repeat(499_000)
  const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt } })
  const job = `/v2/agent/${app.project}/job/${json.id}`
  for (let n = 0; n < 2; n++) await app.call('POST', `${job}/message`, { body: { prompt } })
  return `${job}/messages?limit=100`
}

/** Asks, and reads nothing. */
async function askOnly(app: AppServer, path: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.url).port) })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: prentice\r\nAuthorization: Bearer ${app.key}\r\n\r\n`)
  return socket
}

test('large responses that an account does not read hold 64 MiB together; the next is a 503 until one is gone', async () => {
  const app = await startAppServer()
  const path = await longPage(app)
  const unread = await Promise.all(Array.from({ length: 20 }, () => askOnly(app, path)))
  const isRefused = async () => (await app.call('GET', path)).status === 503
  for (let waited = 0; waited < 100 && !(await isRefused()); waited++) await sleep(50)
  const refused = await app.call('GET', path)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await app.call('GET', `/v2/agent/${app.project}/jobs`)).status).toBe(200)
  for (const socket of unread) socket.destroy()
  for (let waited = 0; waited < 100 && (await isRefused()); waited++) await sleep(50)
  expect((await app.call('GET', path)).status).toBe(200)
})

test('a client that takes nothing of its response for a minute is disconnected', async () => {
  const app = await startAppServer({ stalledMs: 300 })
  const socket = await askOnly(app, await longPage(app))
  await sleep(1_500)
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  socket.resume()
  await once(socket, 'close')
  expect(received).toBeLessThan(4_491_000)
})
