import { expect, it } from 'vitest'
import { create } from '../../../../src/app/keys/cli/commands.ts'
import { keyStatus, listKeys } from '../../../../src/app/keys/key-record.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { keysCli } from './keys-cli.ts'

const ACME = ['--account', 'acme']

it('a new key that could not be printed is revoked, and the command reports it', async () => {
  const { store, keysUnheard } = await keysCli()
  const { code, err } = await keysUnheard('create', ...ACME)
  expect(err).toMatch(
    /^error: cannot write to standard output \(EBADF: [^\n]+\), so the key was not shown: key_\S+ is revoked; redirect the output and create another key\n$/,
  )
  expect(code).toBe(1)
  const statuses = (await listKeys({ store }, 7)).map((record) => keyStatus(record, Date.now()))
  expect(statuses).toEqual(['revoked'])
})

it('an undelivered replacement is revoked, and the old key is unchanged and can be rotated again', async () => {
  const { store, keys, keysUnheard } = await keysCli()
  const { id, expiresAt } = JSON.parse((await keys('create', ...ACME, '--json')).out)
  const { code, err } = await keysUnheard('rotate', ...ACME, '--id', id, '--grace', '0')
  expect(err).toMatch(
    new RegExp(
      `^error: .*: key_\\S+ is revoked and ${id} is unchanged; redirect the output and rotate it again\n$`,
    ),
  )
  expect(code).toBe(1)
  const old = (await listKeys({ store }, 7)).find((record) => record.id === id)
  expect(old).toMatchObject({ expiresAt, rotatedTo: null, revokedAt: null })
  const again = await keys('rotate', ...ACME, '--id', id)
  expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/^prn_/) })
})

it('a key that cannot be revoked either is named, with the command to revoke it', async () => {
  const { store } = await keysCli()
  const deps = {
    openStore: async () => ({ ...store, close: async () => {} }),
    ...{
      keyPepper: null,
      auditMs: 1,
      by: A_TEST,
      now: () => 1_800_000_000_000,
      newKeyId: () => 'key_1',
      secretInt: () => 1,
    },
    print: async () => {
      await store.close()
      throw new Error('the disk is full')
    },
    note: () => {},
  }
  const options = { account: 'acme', name: 'ci', expires: '90', createdBy: 'x' } as const
  await expect(create(deps, { ...options, scopes: ['read'], allowIp: [] })).rejects.toThrow(
    /^cannot write to standard output \(the disk is full\), .*: it could not be revoked \(.+\); run `revoke --account Acme --id key_1`$/,
  )
})

it('a list that could not be printed gives a one-line error', async () => {
  const { keys, keysUnheard } = await keysCli()
  await keys('create', ...ACME)
  expect(await keysUnheard('list', ...ACME)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^error: cannot write to standard output \(EBADF: [^\n]+\)\n$/),
  })
})
