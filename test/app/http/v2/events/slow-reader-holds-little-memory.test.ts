import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { note } from '../../../../support/app/claimed-runner.ts'
import { openStream } from '../../../../support/app/open-stream.ts'
import { until } from '../../../../support/world/jobs.ts'
import { watchedJob } from './watched-job.ts'

const STARTED = 'http.server.request.start'
const KIB = 1024

/** The most bytes that each response of this process holds from now on: what waits for its client, and what is added. */
function heldBytes(): Map<ServerResponse, number> {
  const held = new Map<ServerResponse, number>()
  const watch = (message: unknown): void => {
    const { response } = message as { response: ServerResponse }
    held.set(response, 0)
    for (const name of ['write', 'end'] as const) {
      const original = response[name].bind(response) as (...args: unknown[]) => never
      response[name] = (...args: unknown[]) => {
        const [chunk] = args
        const added = typeof chunk === 'string' || chunk instanceof Uint8Array ? Buffer.byteLength(chunk) : 0
        held.set(response, Math.max(held.get(response) ?? 0, response.writableLength + added))
        return original(...args)
      }
    }
  }
  subscribe(STARTED, watch)
  onTestFinished(() => void unsubscribe(STARTED, watch))
  return held
}

/** A client that asks for the events and reads none. */
function pausedReader(url: string, path: string, key: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.pause()
  socket.write(`GET ${path}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  return socket
}

async function manyEvents(app: Awaited<ReturnType<typeof startAppServer>>) {
  const watched = await watchedJob(app)
  for (let batch = 0; batch < 8; batch++)
    await watched.runner.report(...Array.from({ length: 100 }, () => note('é'.repeat(1_000))))
  return watched
}

test('at most 64 KiB of past events are buffered for a stalled reader', async () => {
  const app = await startAppServer()
  const { path } = await manyEvents(app)
  const held = heldBytes()
  for (let n = 0; n < 4; n++) pausedReader(app.url, path, app.key)
  const reader = await openStream(app, path)
  await reader.until(({ id }) => id === '1-400')
  await until('all readers to be served', () =>
    held.size >= 5 && Math.min(...held.values()) > 0 ? true : null,
  )
  expect(Math.max(...held.values())).toBeLessThanOrEqual(64 * KIB)
})

test('at most 64 KiB of new events are buffered for a stalled reader', async () => {
  const app = await startAppServer()
  const { path, runner } = await watchedJob(app)
  const held = heldBytes()
  const reader = await openStream(app, path)
  await reader.until(({ name }) => name === 'job')
  for (let batch = 0; batch < 2; batch++)
    await runner.report(...Array.from({ length: 100 }, () => note('é'.repeat(1_000))))
  await reader.until(({ id }) => id === '1-200')
  expect(Math.max(...held.values())).toBeLessThanOrEqual(64 * KIB)
  const seen = reader.frames.flatMap(({ id }) => id ?? [])
  expect(seen).toEqual(Array.from({ length: 200 }, (_, n) => `1-${n + 1}`))
})
