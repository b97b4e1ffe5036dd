import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makePrivateKey } from '../support/app/private-key.ts'
import { runCommand } from '../support/processes/command.ts'

const GOOD = {
  APP_ID: '1',
  PRIVATE_KEY: makePrivateKey(),
  WEBHOOK_SECRET: 'long enough to be one',
  PUBLIC_URL: 'https://prentice.example.com',
  ALLOWED_ACCOUNTS: 'acme',
}

/** For starts that come as far as that. */
const folder = mkdtempSync(join(tmpdir(), 'prentice-start-'))
const LISTENING = { PORT: '0', DATABASE_URL: `sqlite:${folder}/prentice.db`, LOG_LEVEL: 'silent' }
afterAll(() => rmSync(folder, { recursive: true }))

async function refused(env: Record<string, string>): Promise<string> {
  const command = await runCommand('src/app/main.ts', [], env)
  try {
    const { code, stdout, stderr } = await command.ended
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(await command.leftovers()).toEqual([])
    return stderr
  } finally {
    command.kill('SIGKILL')
    await command.remove()
  }
}

test('without a configuration it says what the setup page needs', async () => {
  const screen = await refused({})
  expect(screen.match(/^ {2}[A-Z_]+: set it to /gm)).toEqual(['  PUBLIC_URL: set it to '])
  expect(screen).toContain('a page that registers the GitHub App')
  expect(screen).toContain('docs/install.md')
})

test.each([
  ['a short webhook secret', { WEBHOOK_SECRET: 'short' }, /^ {2}WEBHOOK_SECRET: it must have at least/m],
  [
    'an address of another machine',
    { HOST: '192.0.2.1', ...LISTENING },
    /^ {2}HOST: 192\.0\.2\.1 is not an address of this machine;/m,
  ],
  [
    'an address of another machine for metrics',
    { METRICS_HOST: '192.0.2.1', METRICS_PORT: '9464', ...LISTENING },
    /^ {2}METRICS_HOST: 192\.0\.2\.1 is not an address of this machine;/m,
  ],
])('%s ends the start, and nothing else is complained of', async (_, change, complaint) => {
  const screen = await refused({ ...GOOD, ...change })
  expect(screen).toMatch(complaint)
  expect(screen.match(/^ {2}[A-Z_]+: /gm)).toHaveLength(1)
  expect(screen).not.toContain('PRIVATE KEY-----')
})
