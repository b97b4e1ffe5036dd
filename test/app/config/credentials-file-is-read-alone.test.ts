import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  formatCredentials,
  isUnregistered,
  recoverCredentials,
} from '../../../src/app/config/credentials-file.ts'
import { describeMissing, readStart } from '../../../src/app/config/read-start.ts'
import { makePrivateKey } from '../../support/app/private-key.ts'
import { readIfExists } from '../../support/app/setup-process.ts'

const KEY = makePrivateKey()
const TEXT = formatCredentials({
  appId: 12,
  privateKey: KEY,
  webhookSecret: 'the secret of the file',
  clientSecret: 'client-secret-of-the-file',
  account: { id: 7, login: 'acme' },
  action: null,
})

async function scene(text: string | null, environment: Record<string, string> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'prentice-credentials-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const path = join(directory, 'credentials.env')
  if (text !== null) await writeFile(path, text)
  const given = { PUBLIC_URL: 'https://prentice.example.com', CREDENTIALS_FILE: path, ...environment }
  return { path, start: readStart(given) }
}

test('the file serves a server without credentials in its environment', async () => {
  const { start } = await scene(TEXT, { APP_ID: '' })
  expect(start).toMatchObject({
    kind: 'run',
    config: {
      appId: 12,
      privateKey: KEY.trim(),
      webhookSecret: 'the secret of the file',
      allowedAccounts: ['7'],
    },
  })
})

test('accounts of the environment take precedence', async () => {
  const { start } = await scene(TEXT, { ALLOWED_ACCOUNTS: 'acme,beta' })
  expect(start).toMatchObject({ kind: 'run', config: { allowedAccounts: ['acme', 'beta'] } })
})

test('without the file, the server is set up', async () => {
  const { start, path } = await scene(null)
  expect(start).toEqual({
    kind: 'setup',
    setup: {
      publicUrl: 'https://prentice.example.com',
      host: '127.0.0.1',
      port: 3000,
      serverUrl: 'https://github.com',
      apiUrl: 'https://api.github.com',
      apiVersion: '2022-11-28',
      credentialsFile: path,
      allowedAccounts: null,
      databaseUrl: 'sqlite:prentice.db',
      keyPepper: null,
      actionRef: null,
    },
  })
})

test.each(['APP_ID', 'PRIVATE_KEY', 'PRIVATE_KEY_FILE', 'WEBHOOK_SECRET', 'WEBHOOK_SECRET_FILE'])(
  '%s in the environment alone: the file is not read, and the others are named as missing',
  async (name) => {
    const values = { APP_ID: '12', PRIVATE_KEY: KEY, WEBHOOK_SECRET: 'a secret of the environment' }
    const { path } = await scene(KEY)
    const value = name.endsWith('_FILE') ? path : Object.entries(values).find(([key]) => key === name)?.[1]
    const { start } = await scene(TEXT, { [name]: value ?? '' })
    const others = Object.keys(values).filter((other) => !name.startsWith(other))
    expect(start.kind).toBe('invalid')
    const problems = start.kind === 'invalid' ? start.problems : []
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([...others, 'ALLOWED_ACCOUNTS'])
  },
)

test.each([
  ['an empty file', '', 'lacks APP_ID, PRIVATE_KEY, WEBHOOK_SECRET'],
  ['a file without the key', TEXT.replace(/^PRIVATE_KEY.*\n/m, ''), 'lacks PRIVATE_KEY'],
])('%s is refused with one line, and no setup begins', async (_, text, why) => {
  const { start, path } = await scene(text)
  const message = `CREDENTIALS_FILE: ${path} ${why}; restore it, or move it away to register an App again`
  expect(start).toEqual({ kind: 'invalid', problems: [message] })
  expect(isUnregistered({ CREDENTIALS_FILE: path })).toBe(false)
})

test('a folder in the place of the file is refused', async () => {
  const { start } = await scene(null, { CREDENTIALS_FILE: tmpdir() })
  expect(start).toMatchObject({
    kind: 'invalid',
    problems: [expect.stringContaining('cannot be read (EISDIR)')],
  })
})

test('another mistake is named before a setup begins', async () => {
  const { start } = await scene(null, { PORT: 'http', GITHUB_SERVER_URL: 'github.com' })
  expect(start).toMatchObject({
    kind: 'invalid',
    problems: [expect.stringMatching(/^PORT: /), expect.stringMatching(/^GITHUB_SERVER_URL: /)],
  })
})

test('a registered App whose accounts are not configured is not registered again', async () => {
  const { start, path } = await scene(TEXT.replace(/^ALLOWED_ACCOUNTS.*\n/m, ''))
  expect(start).toEqual({ kind: 'invalid', problems: [expect.stringMatching(/^ALLOWED_ACCOUNTS: /)] })
  if (start.kind === 'invalid')
    expect(describeMissing(start.problems, { CREDENTIALS_FILE: path })).not.toContain('register')
})

test('only the variables of the file are taken from it', async () => {
  const { start } = await scene(`${TEXT}DATABASE_URL=sqlite:other.db\n`)
  expect(start).toMatchObject({ kind: 'run', config: { databaseUrl: 'sqlite:prentice.db' } })
})

test.each([
  ['nothing', null, null, { kind: 'none' }, null],
  ['complete credentials', TEXT, null, { kind: 'recovered' }, TEXT],
  ['no credentials', '# begun\n', null, { kind: 'lost' }, null],
  ['half of them', TEXT.slice(0, 300), null, { kind: 'lost' }, null],
  ['complete credentials beside a complete file', TEXT, TEXT, { kind: 'none' }, TEXT],
])(
  'the next start recovers what it can from an interrupted setup that left %s',
  async (_, partial, file, outcome, expected) => {
    const { path } = await scene(file)
    if (partial !== null) await writeFile(`${path}.partial`, partial)
    expect(await recoverCredentials(path)).toEqual(outcome)
    expect([await readIfExists(path), await readIfExists(`${path}.partial`)]).toEqual([expected, null])
    if (expected !== null) expect(await readFile(path, 'utf8')).toBe(expected)
  },
)

test('a folder with the name of an interrupted setup does not stop the start', async () => {
  const { path } = await scene(null)
  await mkdir(`${path}.partial`)
  expect(await recoverCredentials(path)).toEqual({ kind: 'none' })
})
