import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import {
  createHeldBytes,
  createSseWriter,
  type SseWriter,
} from '../../../../../src/app/http/v2/events/open-streams.ts'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { note, seatedRunner } from '../../../../support/app/claimed-runner.ts'
import { openStream } from '../../../../support/app/open-stream.ts'
import { until } from '../../../../support/world/jobs.ts'
import { watchedJob } from './watched-job.ts'

const CHUNK = 'x'.repeat(8 * 1024)

/** A sender whose client has connected and reads nothing. */
async function unread(share = createHeldBytes().shareOf(1)): Promise<SseWriter & { waiting(): number }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = request({ port: (server.address() as AddressInfo).port })
  client.on('error', () => {})
  client.on('response', (response) => response.on('error', () => {}).pause())
  client.end()
  const [, response] = await once(server, 'request')
  onTestFinished(() => {
    client.destroy()
    server.closeAllConnections()
    server.close()
  })
  const sender = createSseWriter(response, share, { flushMs: 50 })
  return Object.assign(sender, { waiting: () => response.writableLength })
}

/** Sends until what it sends only waits. */
async function fill(sender: SseWriter): Promise<void> {
  for (let sent = 0; sender.room > 0 && sent < 10_000; sent++) {
    sender.send(CHUNK)
    await new Promise(setImmediate)
  }
  expect(sender.room).toBe(0)
}

test('a reader with 56 KiB of buffered events gets no more, and is disconnected if it reads nothing', async () => {
  const sender = await unread()
  await fill(sender)
  expect(sender.waiting()).toBeLessThanOrEqual(64 * 1024)
  await sender.flushed()
  expect([sender.isClosed, sender.waiting()]).toEqual([true, 0])
  expect(() => sender.send('more')).not.toThrow()
})

test('watchers of an account share a buffer limit, and each gets little until others have read', async () => {
  const held = createHeldBytes(100 * 1024)
  const [first, second, other] = [held.shareOf(1), held.shareOf(1), held.shareOf(2)]
  first.add(60 * 1024)
  expect(second.isExceeded()).toBe(false)
  second.add(40 * 1024)
  expect([first, second, other].map((share) => share.isExceeded())).toEqual([true, true, false])
  const sender = await unread(second)
  expect(sender.room).toBe(4 * 1024)
  first.add(-1)
  expect(sender.room).toBe(56 * 1024)
})

test('a closed connection frees its buffer', async () => {
  const share = createHeldBytes(1).shareOf(1)
  const sender = await unread(share)
  await fill(sender)
  expect(share.isExceeded()).toBe(true)
  await sender.flushed()
  await until('it to be given back', () => (share.isExceeded() ? null : true))
})

test('the end of a stream waits for a slow reader, and for less time when the server stops', async () => {
  const sender = await unread()
  await fill(sender)
  sender.end('the end', 60_000)
  sender.end('again', 20)
  await until('it to be disconnected', () => (sender.waiting() === 0 ? true : null))
})

test('a slow reader delays neither others nor the job, and gets all events in order when it reads again', async () => {
  const app = await startAppServer()
  const { path, key, deps, runner } = await watchedJob(app)
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.pause()
  socket.write(`GET ${path}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.key}\r\n\r\n`)
  const reader = await openStream(app, path)
  await reader.until(({ name }) => name === 'job')

  // A run keeps a megabyte of events at most, and the system takes several before anything waits.
  let current = runner
  for (let run = 1; run <= 12; run++) {
    for (let batch = 0; batch < 8; batch++) {
      await current.report(...Array.from({ length: 100 }, () => note('x'.repeat(1_000))))
    }
    await reader.until(({ id }) => id === `${run}-800`)
    await app.call('POST', `${path}/message`, { body: { prompt: 'more' } })
    await current.finish('done')
    current = await seatedRunner(deps, key)
  }
  await current.finish('done')
  await reader.rest()

  let text = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk
  })
  socket.resume()
  await once(socket, 'close')
  const late = Array.from(text.matchAll(/^id: (\S+)$/gm), ([, id]) => id)
  expect(late).toEqual(reader.frames.flatMap(({ id }) => id ?? []))
  expect(late).toHaveLength(12 * 800)
})
