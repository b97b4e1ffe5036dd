import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
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

/** Resolves when the connection of the next request of this process has ended. */
function nextDisconnect(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const STARTED = 'http.server.request.start'
  const watch = (message: unknown): void => {
    const { response } = message as { response: ServerResponse }
    unsubscribe(STARTED, watch)
    response.once('close', () => resolve())
  }
  subscribe(STARTED, watch)
  onTestFinished(() => void unsubscribe(STARTED, watch))
  return promise
}

test('large responses that an account does not read hold 64 MiB together; the next is a 503 until one is gone', async () => {
  const app = await startAppServer()
  const path = await longPage(app)
  const unread = await Promise.all(Array.from({ length: 20 }, () => askOnly(app, path)))
  const isRefused = async () => (await app.call('GET', path)).status === 503
  await expect.poll(isRefused).toBe(true)
  const refused = await app.call('GET', path)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await app.call('GET', `/v2/agent/${app.project}/jobs`)).status).toBe(200)
  for (const socket of unread) socket.destroy()
  await expect.poll(async () => (await app.call('GET', path)).status).toBe(200)
})

test('a client that takes nothing of its response for a minute is disconnected', async () => {
  const patient = await startAppServer()
  const path = await longPage(patient)
  const { databaseUrl } = patient
  const { url } = await startAppServer({ databaseUrl, stalledMs: 300 })
  const disconnected = nextDisconnect()
  const socket = await askOnly({ ...patient, url }, path)
  await disconnected
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  socket.resume()
  await once(socket, 'close')
  expect(received).toBeLessThan(4_491_000)
})
