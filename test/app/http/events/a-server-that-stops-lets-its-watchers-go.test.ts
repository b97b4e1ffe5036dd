import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { startAppServer } from '../../../support/app-server.ts'
import { runCommand } from '../../../support/command.ts'
import { openStream } from '../../../support/open-stream.ts'
import { watchedJob } from './watched-job.ts'

test('its streams end with the time after which to come back, each with its own; new ones are refused', async () => {
  const app = await startAppServer()
  const { path } = await watchedJob(app)
  const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(app, path)))
  for (const stream of streams) await stream.until(({ name }) => name === 'job')
  const before = performance.now()
  await app.drain()
  expect(performance.now() - before).toBeLessThan(2_000)
  const last = await Promise.all(streams.map(async (stream) => (await stream.rest()).at(-1)?.retry))
  expect(last.toSorted()).toEqual([1_000, 1_100, 1_200, 1_300, 1_400])
})

test('the server’s process ends well on SIGTERM, with a watcher that reads and one that does not', async () => {
  const app = await startAppServer()
  const { path } = await watchedJob(app)
  const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const command = await runCommand('src/app/main.ts', [], {
    APP_ID: '1',
    PRIVATE_KEY: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    WEBHOOK_SECRET: 'long enough to be one',
    PUBLIC_URL: 'http://127.0.0.1',
    ALLOWED_ACCOUNTS: 'acme',
    GITHUB_API_URL: 'http://127.0.0.1:9',
    DATABASE_URL: `sqlite:${app.database}`,
    PORT: '0',
  })
  try {
    const { port } = JSON.parse(await command.firstLine)
    const server = { url: `http://127.0.0.1:${port}`, key: app.key }
    const reader = await openStream(server, path)
    await reader.until(({ name }) => name === 'job')
    await openStream(server, path)

    const before = performance.now()
    command.kill('SIGTERM')
    const { code } = await command.ended
    expect(code).toBe(0)
    expect(performance.now() - before).toBeLessThan(5_000)
    expect((await reader.rest()).at(-1)?.retry).toBeGreaterThanOrEqual(1_000)
  } finally {
    command.kill('SIGKILL')
    await command.remove()
  }
})
