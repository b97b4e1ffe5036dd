import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { findKey } from '../../../src/app/keys/find-key.ts'
import { openStore } from '../../../src/app/store/open-store.ts'

const program = fileURLToPath(new URL('../../../src/app/keys/cli.ts', import.meta.url))

async function world(accounts: { id: number; login: string }[] = [{ id: 7, login: 'Acme' }]) {
  const folder = mkdtempSync(join(tmpdir(), 'prentice-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const url = `sqlite:${join(folder, 'p.db')}`
  const store = await openStore(url)
  onTestFinished(() => store.close())
  await store.commit({
    set: accounts.map((account) => ({
      key: `account/${account.login.toLowerCase()}`,
      value: JSON.stringify(account),
    })),
  })
  const keys = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        [program, ...args],
        { env: { DATABASE_URL: url } },
        (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
      )
    })
  return { store, keys }
}

it('creates, lists and revokes', { timeout: 20_000 }, async () => {
  const { store, keys } = await world()
  const created = await keys(
    'create',
    '--account',
    'acme',
    '--name',
    'ci',
    '--scopes',
    'read',
    '--expires',
    '7',
  )
  expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^prn_\w{36}\n$/) })
  const key = created.out.trim()
  expect(created.err).not.toContain(key)
  const found = await findKey({ store, now: Date.now }, key)
  expect(found).toMatchObject({
    kind: 'valid',
    key: { accountId: 7, name: 'ci', scopes: ['read'], projectIds: null },
  })

  const id = found.kind === 'valid' ? found.key.id : ''
  const listed = await keys('list', '--account', 'ACME')
  expect(listed.out).toContain(
    `${id}  ci    ${key.slice(0, 8)}…${key.slice(-4)}  read    all projects  anywhere  expires `,
  )
  expect(listed.out).not.toContain(key)

  expect(await keys('revoke', '--account', 'acme', '--id', id)).toEqual({
    code: 0,
    out: `${id} revoked\n`,
    err: '',
  })
  expect(await findKey({ store, now: Date.now }, key)).toEqual({ kind: 'revoked' })
  expect((await keys('revoke', '--account', 'acme', '--id', 'key_x')).code).toBe(1)
})

it('prints JSON for programs', { timeout: 20_000 }, async () => {
  const { keys } = await world()
  const flags = [
    '--projects',
    'p1, p2',
    '--allow-ip',
    '203.0.113.7,2001:db8::/32',
    '--expires',
    'none',
    '--json',
  ]
  const created = JSON.parse((await keys('create', '--account', 'acme', ...flags)).out)
  expect(created).toMatchObject({
    key: expect.stringMatching(/^prn_/),
    projectIds: ['p1', 'p2'],
    allowedIps: ['203.0.113.7/32', '2001:db8::/32'],
    expiresAt: null,
  })
  const { key, ...record } = created
  expect(JSON.parse((await keys('list', '--account', 'acme', '--json')).out)).toEqual([record])
})

it('says which accounts there are, and what to do without one', { timeout: 20_000 }, async () => {
  const unknown = await (await world()).keys('create', '--account', 'other')
  expect(unknown).toMatchObject({ code: 1, out: '' })
  expect(unknown.err).toBe(
    'error: the account other is not known: install the GitHub App on it first, with the app running. Known accounts: Acme.\n',
  )
  expect((await (await world([])).keys('list', '--account', 'other')).err).toContain(
    'No account has it installed yet.',
  )
})

it.each([
  [[], 'Usage: keys'],
  [['create'], "required option '--account <login>' not specified"],
  [['create', '--account', 'acme', '--expires', '8'], 'Allowed choices are 7, 30, 60, 90, none.'],
  [['create', '--account', 'acme', '--scopes', 'admin'], 'Allowed are read, write, or read,write.'],
  [
    ['create', '--account', 'acme', '--allow-ip', '10.0.0.0/40'],
    '10.0.0.0/40 is neither an address nor a CIDR range.',
  ],
  [['create', '--account', 'acme', '--projects', 'a,,b'], 'It has an empty entry.'],
])('refuses wrong arguments %j', { timeout: 20_000 }, async (args, message) => {
  const { keys } = await world()
  const answer = await keys(...args)
  expect(answer).toMatchObject({ code: 2, out: '' })
  expect(answer.err).toContain(message)
})
