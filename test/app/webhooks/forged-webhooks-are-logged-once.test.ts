import { expect, test } from 'vitest'
import { startAppServer } from '../../support/app/app-server.ts'
import { startBreakableServer } from '../../support/app/breakable-server.ts'

const MINUTE = 60_000
const payload = { action: 'created', note: 'a text of the payload' }

const linesAbout = (logged: readonly string[]): { level: number; refused: number }[] =>
  logged.filter((line) => line.includes('WEBHOOK_SECRET')).map((line) => JSON.parse(line))

test('wrong signatures are logged once per ten minutes, with their number and WEBHOOK_SECRET', async () => {
  const app = await startAppServer()
  const forge = async (): Promise<void> => {
    const { status } = await app.webhook('installation', payload, { secret: 'guess' })
    expect(status).toBe(400)
  }
  for (let i = 0; i < 5; i++) await forge()
  expect(linesAbout(app.logged)).toMatchObject([{ level: 40, refused: 1 }])
  app.clock.at += 9 * MINUTE
  await forge()
  expect(linesAbout(app.logged)).toHaveLength(1)
  app.clock.at += MINUTE
  await forge()
  expect(linesAbout(app.logged)).toMatchObject([{ refused: 1 }, { refused: 6 }])
})

test('the log contains nothing from an unauthenticated sender', async () => {
  const app = await startAppServer()
  await app.webhook('installation', payload, { secret: 'guess' })
  expect(app.logged.join('')).not.toContain('a text of the payload')
})

test('the error of a handler is logged without the payload', async () => {
  const { app, fail } = await startBreakableServer()
  fail(true)
  const installation = { id: 2, account: { id: 77, login: 'acme' } }
  expect((await app.webhook('installation', { ...payload, installation })).status).toBe(500)
  expect(app.logged.join('')).toMatch(/"level":50.*TypeError/)
  expect(app.logged.join('')).not.toContain('a text of the payload')
})

test('a webhook without a signature or body is refused', async () => {
  const app = await startAppServer()
  for (const headers of [{}, { 'x-hub-signature-256': 'sha256=' }, { 'x-hub-signature-256': 'x' }]) {
    const response = await fetch(`${app.url}/api/github/webhooks`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'x-github-event': 'push', 'x-github-delivery': '1' },
        ...headers,
      },
      body: headers['x-hub-signature-256'] === 'x' ? '{}' : '',
    })
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: expect.stringContaining('signature') },
    ])
  }
  expect(linesAbout(app.logged)).toHaveLength(1)
})
