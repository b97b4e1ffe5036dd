import { expect, test } from 'vitest'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { openStream } from '../../../../support/app/open-stream.ts'
import { startServerProcess } from '../../../../support/app/server-process.ts'
import { watchedJob } from './watched-job.ts'

test('each stream ends with a separate reconnection time, and new streams are refused', async () => {
  const app = await startAppServer()
  const { path } = await watchedJob(app)
  const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(app, path)))
  for (const stream of streams) await stream.until(({ name }) => name === 'job')
  await app.drain()
  const last = await Promise.all(streams.map(async (stream) => (await stream.rest()).at(-1)?.retry))
  expect(last.toSorted()).toEqual([1_000, 1_100, 1_200, 1_300, 1_400])
})

test('the server exits cleanly on SIGTERM, with a watcher that reads and one that does not', async () => {
  const app = await startAppServer()
  const { path } = await watchedJob(app)
  const { url, command } = await startServerProcess(app)
  try {
    const server = { url, key: app.key }
    const reader = await openStream(server, path)
    await reader.until(({ name }) => name === 'job')
    await openStream(server, path)

    command.kill('SIGTERM')
    const { code } = await command.ended
    expect(code).toBe(0)
    expect((await reader.rest()).at(-1)?.retry).toBeGreaterThanOrEqual(1_000)
  } finally {
    command.kill('SIGKILL')
    await command.remove()
  }
})
