import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { chooseServer } from '../../src/cli/commands/context.ts'
import type { Logins } from '../../src/cli/commands/logins-file.ts'
import { startAppServer } from '../support/app/app-server.ts'
import { startClientProxy } from '../support/client-proxy.ts'
import { commandLine } from './command-line.ts'

const logins: Logins = {
  current: 'https://a.example',
  servers: {
    'https://a.example': { url: 'https://a.example', apiKey: 'prn_a' },
    'https://b.example': { url: 'https://b.example/', apiKey: 'prn_b' },
  },
}
const NONE: Logins = { current: null, servers: {} }
type Sources = Partial<Parameters<typeof chooseServer>[0]>
const choose = (sources: Sources) => chooseServer({ option: undefined, environment: {}, logins, ...sources })
const A = { PRENTICE_URL: 'https://a.example', PRENTICE_API_KEY: 'prn_env' }

test.each<[string, Sources, string, string]>([
  ['the last login', {}, 'https://a.example', 'prn_a'],
  ['a login by --server', { option: 'https://b.example' }, 'https://b.example', 'prn_b'],
  ['the environment before the login', { environment: A }, 'https://a.example', 'prn_env'],
  [
    'the login of PRENTICE_URL',
    { environment: { PRENTICE_URL: 'https://b.example' } },
    'https://b.example',
    'prn_b',
  ],
  [
    'the key of the environment, if --server names its server',
    { environment: A, option: 'https://a.example/' },
    'https://a.example/',
    'prn_env',
  ],
  [
    'the login, if --server names another server than the environment',
    { environment: A, option: 'https://b.example' },
    'https://b.example',
    'prn_b',
  ],
  [
    'the key of the environment for the server on the command line',
    { environment: { PRENTICE_API_KEY: 'prn_env' }, option: 'https://c.example' },
    'https://c.example',
    'prn_env',
  ],
])('%s is used', (_what, sources, url, apiKey) => {
  expect(choose(sources)).toEqual({ url, apiKey })
})

test.each<[string, Sources, RegExp]>([
  ['no server', { logins: NONE }, /not signed in to a server: run `prentice login/],
  ['a server without a key', { option: 'https://c.example' }, /not signed in to https:\/\/c\.example/],
  [
    'a server other than that of the key in the environment',
    { option: 'https://c.example', environment: A },
    /not signed in to https:\/\/c\.example/,
  ],
  [
    'another port',
    { option: 'https://a.example:8443', environment: A },
    /not signed in to https:\/\/a\.example:8443/,
  ],
  ['another scheme', { option: 'http://a.example' }, /not signed in to http:\/\/a\.example/],
  ['a key without a server', { environment: { PRENTICE_API_KEY: 'prn_env' } }, /without PRENTICE_URL/],
  [
    'a key in quotes',
    { environment: { PRENTICE_URL: 'https://a.example', PRENTICE_API_KEY: '"prn_env"' } },
    /^PRENTICE_API_KEY is in quotes/,
  ],
  ['only a key', { environment: { PRENTICE_API_KEY: 'prn_env' }, logins: NONE }, /but no server/],
])('%s gets no key', (_what, sources, message) => {
  expect(() => choose(sources)).toThrow(
    expect.objectContaining({ message: expect.stringMatching(message), exitCode: 4 }),
  )
})

test('a login stores a key that the server accepts, readable by its owner only', async () => {
  const app = await startAppServer()
  const { run, loginsPath } = await commandLine()
  expect(await run(['list'])).toMatchObject({ code: 4, notes: expect.stringContaining('not signed in') })

  const refused = await run(['login', app.url], { input: 'prn_wrong\n' })
  expect(refused).toMatchObject({ code: 4, notes: expect.stringContaining('does not accept the key') })
  expect(await run(['login', app.url], { input: '\n' })).toMatchObject({ code: 1 })
  await expect(stat(loginsPath)).rejects.toThrow('ENOENT')

  const { code, out, notes } = await run(['login', app.url], { input: `${app.key}\n` })
  expect([code, out]).toEqual([0, ''])
  expect(notes).toMatch(/^Signed in to http:\/\/127.* The key covers acme\/docs/)
  expect(notes).not.toContain(app.key)
  expect([(await stat(loginsPath)).mode & 0o777, (await stat(dirname(loginsPath))).mode & 0o777]).toEqual([
    0o600, 0o700,
  ])
  expect((await run(['projects'])).out).toBe(`${app.project}\thttps://github.com/acme/docs\t\n`)
  expect((await run(['keys'])).out).toBe(`${app.url}\t${app.key.slice(0, 8)}…${app.key.slice(-4)}\tcurrent\n`)

  expect((await run(['logout'])).code).toBe(0)
  expect(await readFile(loginsPath, 'utf8')).not.toContain(app.key)
  expect((await run(['projects'])).code).toBe(4)
})

test('a server without https is refused before the key is asked for', async () => {
  const { run } = await commandLine()
  const { code, notes } = await run(['login', 'http://prentice.example.com'], { isTerminal: true })
  expect([code, notes]).toEqual([
    1,
    expect.stringContaining('use https, because the API key would be readable'),
  ])
  const empty = await run(['login', 'http://prentice.example.com'])
  expect(empty.notes).toContain('use https')
})

test('a file of logins that others may read is refused', async () => {
  const app = await startAppServer()
  const { run, loginsPath } = await commandLine()
  await run(['login', app.url], { input: app.key })
  await chmod(loginsPath, 0o644)
  expect(await run(['projects'])).toMatchObject({
    code: 1,
    notes: expect.stringContaining(`chmod 600 ${loginsPath}`),
  })
})

test('a server that redirects does not get the key to another place', async () => {
  const app = await startAppServer()
  const thief = await startClientProxy(app.url)
  const server = await startClientProxy(app.url, () => ({
    kind: 'answer',
    status: 302,
    headers: { location: `${thief.url}/v2/projects` },
  }))
  const { run } = await commandLine()
  const environment = { PRENTICE_URL: server.url, PRENTICE_API_KEY: app.key }
  expect(await run(['projects'], { environment })).toMatchObject({
    code: 1,
    notes: expect.stringContaining('redirects'),
  })
  expect(thief.requests).toEqual([])
})

test('no file of a repository selects the server', async () => {
  const { run, folder } = await commandLine()
  await mkdir(join(folder, '.github'))
  for (const file of ['.env', '.prentice', '.github/prentice.yml', 'package.json', '.npmrc'])
    await writeFile(join(folder, file), 'PRENTICE_URL=http://127.0.0.1:9\nPRENTICE_API_KEY=prn_x\n')
  expect((await run(['list'])).code).toBe(4)
})

test('there is no option for a key', async () => {
  const { run } = await commandLine()
  expect(await run(['projects', '--key', 'prn_x'])).toMatchObject({
    code: 1,
    notes: expect.stringContaining('unknown option'),
  })
})
