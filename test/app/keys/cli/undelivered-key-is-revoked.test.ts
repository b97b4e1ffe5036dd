import { expect, it } from 'vitest'
import { create } from '../../../../src/app/keys/cli/commands.ts'
import { keyStatus } from '../../../../src/app/keys/key-record.ts'
import { listKeys } from '../../../../src/app/keys/list-keys.ts'
import { keysCli } from './keys-cli.ts'

const ACME = ['--account', 'acme']

it('a new key that could not be printed is revoked, and the command reports it', async () => {
  const { store, keysUnheard } = await keysCli()
  const { code, err } = await keysUnheard('create', ...ACME)
  expect(err).toMatch(
    /^error: standard output takes nothing \(EBADF: [^\n]+\), so that nobody has seen the key: key_\S+ is revoked; direct the output elsewhere and create another\n$/,
  )
  expect(code).toBe(1)
  const statuses = (await listKeys({ store }, 7)).map((record) => keyStatus(record, Date.now()))
  expect(statuses).toEqual(['revoked'])
})

it('one that took over is revoked, and the old one is as it was and can be rotated again', async () => {
  const { store, keys, keysUnheard } = await keysCli()
  const { id, expiresAt } = JSON.parse((await keys('create', ...ACME, '--json')).out)
  const { code, err } = await keysUnheard('rotate', ...ACME, '--id', id, '--grace', '0')
  expect(err).toMatch(
    new RegExp(
      `^error: .*: key_\\S+ is revoked and ${id} as it was; direct the output elsewhere and rotate it again\n$`,
    ),
  )
  expect(code).toBe(1)
  const old = (await listKeys({ store }, 7)).find((record) => record.id === id)
  expect(old).toMatchObject({ expiresAt, rotatedTo: null, revokedAt: null })
  const again = await keys('rotate', ...ACME, '--id', id)
  expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/^prn_/) })
})

it('one that cannot be revoked either is named, with what to do', async () => {
  const { store } = await keysCli()
  const deps = {
    openStore: async () => ({ ...store, close: async () => {} }),
    ...{ keyPepper: null, now: () => 1_800_000_000_000, newId: () => 'key_1', randomInt: () => 1 },
    print: async () => {
      await store.close()
      throw new Error('the disk is full')
    },
    note: () => {},
  }
  const options = { account: 'acme', name: 'ci', expires: '90', createdBy: 'x' } as const
  await expect(create(deps, { ...options, scopes: ['read'], allowIp: [] })).rejects.toThrow(
    /^standard output takes nothing \(the disk is full\), .*: it could not be taken back \(.+\); end it with `revoke --account Acme --id key_1`$/,
  )
})

it('a list that could not be written out is an error of one line', async () => {
  const { keys, keysUnheard } = await keysCli()
  await keys('create', ...ACME)
  expect(await keysUnheard('list', ...ACME)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^error: standard output takes nothing \(EBADF: [^\n]+\)\n$/),
  })
})
