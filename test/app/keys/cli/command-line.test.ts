import { expect, it } from 'vitest'
import { keysProgram } from '../../../../src/app/keys/cli/run-keys.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { findKey } from '../../../support/app/find-key.ts'
import { projectEntries } from '../../../support/app/project-entries.ts'
import { HOUR, keysWorld } from '../keys-world.ts'
import { keysCli } from './keys-cli.ts'

const ACME = ['--account', 'acme']

it('creates, lists, rotates and revokes', async () => {
  const { store, keys } = await keysCli()
  const find = (key: string) => findKey({ store, now: Date.now, keyPepper: null }, key)
  const created = await keys('create', ...ACME, '--name', 'ci', '--scopes', 'read', '--expires', '30')
  expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^prn_\w{36}\n$/) })
  const key = created.out.trim()
  expect(created.err).not.toContain(key)
  const found = await find(key)
  expect(found).toMatchObject({
    kind: 'valid',
    key: { accountId: 7, name: 'ci', scopes: ['read'], projectIds: null, createdBy: 'command line' },
  })

  const id = found.kind === 'valid' ? found.key.id : ''
  const listed = await keys('list', '--account', 'ACME')
  expect(listed.out).toContain(
    `${id}  ci    ${key.slice(0, 8)}…${key.slice(-4)}  read    all projects  anywhere  command line  never      valid, expires `,
  )
  expect(listed.out).not.toContain(key)

  const rotated = await keys('rotate', ...ACME, '--id', id, '--grace', '0')
  expect(rotated).toMatchObject({ code: 0, out: expect.stringMatching(/^prn_\w{36}\n$/) })
  expect(rotated.err).toContain(`The old key, ${id}, expires `)
  expect(await find(key)).toEqual({ kind: 'replaced' })
  const next = await find(rotated.out.trim())
  const nextId = next.kind === 'valid' ? next.key.id : ''
  expect(await keys('rotate', ...ACME, '--id', id)).toEqual({
    code: 1,
    out: '',
    err: `error: ${id} was already rotated: rotate its replacement, ${nextId}\n`,
  })

  const revoke = () => keys('revoke', ...ACME, '--id', nextId)
  expect(await revoke()).toEqual({ code: 0, out: `${nextId} revoked\n`, err: '' })
  expect(await find(rotated.out.trim())).toEqual({ kind: 'revoked' })
  expect(await revoke()).toEqual({ code: 0, out: `${nextId} already revoked\n`, err: '' })
  expect((await keys('rotate', ...ACME, '--id', nextId)).err).toContain('is revoked and cannot be rotated')
  expect(await keys('revoke', ...ACME, '--id', 'key_x')).toMatchObject({
    code: 1,
    err: 'error: Acme has no key key_x: `list --account Acme` shows its keys\n',
  })
})

it('prints JSON for programs', async () => {
  const { keys } = await keysCli()
  const settings = ['--projects', 'prj_1a, prj_2b', '--allow-ip', '203.0.113.7,2001:db8::1/32']
  const json = async (...args: string[]) => JSON.parse((await keys(...args, ...ACME, '--json')).out)
  const { key, ...record } = await json('create', ...settings, '--expires', 'none', '--created-by', 'octocat')
  expect(key).toMatch(/^prn_/)
  expect(record).toEqual({
    id: expect.stringMatching(/^key_/),
    name: 'unnamed',
    start: key.slice(0, 8),
    last4: key.slice(-4),
    accountId: 7,
    scopes: ['read', 'write'],
    projectIds: ['prj_1a', 'prj_2b'],
    allowedIps: ['203.0.113.7/32', '2001:db8::/32'],
    createdBy: 'octocat',
    creator: null,
    createdAt: expect.any(String),
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    rotatedFrom: null,
    rotatedTo: null,
    status: 'valid',
  })
  expect(await json('list')).toEqual([record])

  const { key: next, old, ...rotated } = await json('rotate', '--id', record.id)
  expect(next).not.toBe(key)
  expect(rotated).toMatchObject({ rotatedFrom: record.id, projectIds: ['prj_1a', 'prj_2b'], status: 'valid' })
  expect(old).toMatchObject({ id: record.id, rotatedTo: rotated.id, status: 'expires soon' })
  // A day of grace where nothing else is said, by clocks that were read one after the other.
  const grace = Date.parse(old.expiresAt) - Date.parse(rotated.createdAt)
  expect(Math.abs(grace - 86_400_000)).toBeLessThan(60_000)
  expect(await json('revoke', '--id', record.id)).toEqual({ id: record.id, outcome: 'revoked' })
})

it('lists the known accounts, and what to do without one', async () => {
  const unknown = await (await keysCli()).keys('create', '--account', 'other')
  expect(unknown).toMatchObject({ code: 1, out: '' })
  expect(unknown.err).toBe(
    'error: the account other is unknown: install the GitHub App on it while the server runs. Known accounts: Acme.\n',
  )
  expect((await (await keysCli([])).keys('list', '--account', 'other')).err).toContain(
    'The App is not installed on any account yet.',
  )
})

const tenKeys = {
  key: 'limit/keys-7-server-a test',
  value: JSON.stringify(Array(10).fill(Date.now() - 3_590_000)),
}

it('creates and rotates any number of keys, because the operator can write to the database anyway', async () => {
  const { store, keys } = await keysCli()
  await store.commit({ set: [tenKeys] })
  const { code, out } = await keys('create', ...ACME, '--json')
  expect(code).toBe(0)
  expect(await keys('rotate', ...ACME, '--id', JSON.parse(out).id)).toMatchObject({ code: 0 })
  // Nor does it use up what others may make.
  expect(await store.get(tenKeys.key)).toBe(tenKeys.value)
})

it('reports when a person has created ten keys, if that is limited', async () => {
  const deps = await keysWorld()
  const at = deps.clock.at - HOUR + 10_000
  const account = { key: 'account/acme', value: JSON.stringify({ id: 7, login: 'Acme' }) }
  await deps.store.commit({ set: [account, { ...tenKeys, value: JSON.stringify(Array(10).fill(at)) }] })
  const program = keysProgram({
    ...{ ...deps, by: A_TEST, openStore: async () => deps.store, note: () => {} },
    print: async (text) => expect.unreachable(text),
  })
  await expect(program.parseAsync(['create', ...ACME], { from: 'user' })).rejects.toThrow(
    /^you have created 10 keys of Acme within an hour, the limit of one person: try again at \S+T\S+Z, in 1 min$/,
  )
})

it('accepts projects by repository, in any letter case and together with ids', async () => {
  const { store, keys } = await keysCli()
  await store.commit({
    set: projectEntries({ id: 'prj_1a', accountId: 7, owner: 'Acme', name: 'Site' }),
  })
  const created = await keys('create', ...ACME, '--json', '--projects', 'acme/site,prj_1a,prj_2b')
  expect(JSON.parse(created.out).projectIds).toEqual(['prj_1a', 'prj_2b'])
  expect(await keys('create', ...ACME, '--projects', 'acme/nope,acme/site')).toEqual({
    code: 1,
    out: '',
    err: 'error: Acme has no project acme/nope: `npm run projects` lists the projects and their ids\n',
  })
})

it('stores keys with the pepper of the server', async () => {
  const keyPepper = 'a pepper of at least 32 characters'
  const { store, keys } = await keysCli(undefined, { KEY_PEPPER: keyPepper })
  const key = (await keys('create', ...ACME)).out.trim()
  const found = (pepper: string | null) => findKey({ store, now: Date.now, keyPepper: pepper }, key)
  expect([(await found(keyPepper)).kind, (await found(null)).kind]).toEqual(['valid', 'unknown'])
})

it('refuses a short pepper', async () => {
  const { keys } = await keysCli(undefined, { KEY_PEPPER: 'short' })
  expect(await keys('list', ...ACME)).toEqual({
    code: 1,
    out: '',
    err: 'error: KEY_PEPPER: it must have at least 32 characters, for example from `openssl rand -hex 32`\n',
  })
})

it.each([
  [[], 'Usage: npm run keys -- [options] [command]'],
  [['create'], "required option '--account <login>' not specified"],
  [['create', ...ACME, '--expires', '8'], 'Allowed choices are 7, 30, 60, 90, none.'],
  [['create', ...ACME, '--scopes', 'root'], 'Allowed values are read, write and admin'],
  [['create', ...ACME, '--allow-ip', '10.0.0.0/40'], '10.0.0.0/40 is neither an address nor a CIDR range.'],
  [['create', ...ACME, '--allow-ip', '10.1.1.1,::/0'], '::/0 covers every address'],
  [['create', ...ACME, '--projects', 'a,,b'], 'It has an empty entry.'],
  [['create', ...ACME, '--name', ' '], 'must have 1 to 100 characters'],
  [['create', ...ACME, '--name', '\u001b[2J'], 'all of them visible'],
  [['rotate', ...ACME], "required option '--id <key id>' not specified"],
  [['rotate', ...ACME, '--id', 'key_1', '--grace', '2h'], 'Allowed choices are 0, 1h, 24h, 7d.'],
])('refuses wrong arguments %j', async (args, message) => {
  const { keys } = await keysCli()
  const answer = await keys(...args)
  expect(answer).toMatchObject({ code: 2, out: '' })
  expect(answer.err).toContain(message)
  expect(answer.err).toMatch(/\nSee `npm run keys -- help`\.\n$|^Usage: npm run keys -- /)
})

it('refuses a project that the account does not have', async () => {
  const { keys } = await keysCli()
  expect((await keys('create', ...ACME, '--projects', 'prj_1a,prj_x')).err).toContain(
    'error: Acme has no project prj_x: ',
  )
})
