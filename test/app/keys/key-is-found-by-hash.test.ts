import { createHash, createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { createKey } from '../../../src/app/keys/create-key.ts'
import { listKeys, revokeKey } from '../../../src/app/keys/key-record.ts'
import { type Store, StoreUnavailable } from '../../../src/app/store/store.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { findKey } from '../../support/app/find-key.ts'
import { listEntries } from '../../support/app/list-entries.ts'
import { DAY, keysWorld, made, WANTED } from './keys-world.ts'

it('finds a new key, and stores only its hash and its first and last characters', async () => {
  const deps = await keysWorld()
  const { key, record } = await made(deps)
  expect(await findKey(deps, key)).toEqual({ kind: 'valid', key: record })
  expect(record).toMatchObject({
    start: key.slice(0, 8),
    last4: key.slice(-4),
    expiresAt: '2030-01-08T12:00:00.000Z',
  })
  const stored = JSON.stringify(await listEntries(deps.store))
  expect(stored).not.toContain(key.slice(8, -4))
  expect(stored).toContain(createHash('sha256').update(key).digest('hex'))
})

it('finds it with one read', async () => {
  const deps = await keysWorld()
  const { key } = await made(deps)
  const asked: string[] = []
  const refuse = () => Promise.reject(new Error('nothing but get is needed'))
  const store: Store = {
    getMany: refuse,
    commit: refuse,
    list: refuse,
    close: refuse,
    get: (place) => {
      asked.push(place)
      return deps.store.get(place)
    },
  }
  expect((await findKey({ ...deps, store }, key)).kind).toBe('valid')
  expect(asked).toHaveLength(1)
})

it('refuses a malformed key without a read of the store', async () => {
  const deps = await keysWorld()
  const { key } = await made(deps)
  await deps.store.close()
  expect(await findKey(deps, key.slice(0, -1))).toEqual({ kind: 'incomplete' })
  expect(await findKey(deps, `mint_${key.slice(4)}`)).toEqual({ kind: 'foreign' })
  const mistyped = key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
  expect(await findKey(deps, mistyped)).toEqual({ kind: 'mistyped' })
  await expect(findKey(deps, key)).rejects.toBeInstanceOf(StoreUnavailable)
})

it('does not find a well-formed key of another deployment', async () => {
  const { key } = await made(await keysWorld())
  expect(await findKey(await keysWorld(), key)).toEqual({ kind: 'unknown' })
})

it('stores a key under a hash with the pepper, and finds it with that pepper only', async () => {
  const deps = await keysWorld()
  const peppered = { ...deps, keyPepper: 'a pepper of at least 32 characters' }
  const { key, record } = await made(peppered)
  expect(await findKey(peppered, key)).toEqual({ kind: 'valid', key: record })
  expect(await findKey({ ...deps, keyPepper: 'another one of 32 characters, too' }, key)).toEqual({
    kind: 'unknown',
  })
  expect(await findKey(deps, key)).toEqual({ kind: 'unknown' })
  const stored = JSON.stringify(await listEntries(deps.store))
  expect(stored).toContain(createHmac('sha256', peppered.keyPepper).update(key).digest('hex'))
  expect(stored).not.toContain(createHash('sha256').update(key).digest('hex'))
  expect(await revokeKey(deps, { accountId: 7, id: record.id }, A_TEST)).toBe('revoked')
})

it('a key expires at its time', async () => {
  const deps = await keysWorld()
  const { key } = await made(deps)
  deps.clock.at += 7 * DAY - 1
  expect((await findKey(deps, key)).kind).toBe('valid')
  deps.clock.at += 1
  expect(await findKey(deps, key)).toEqual({ kind: 'expired' })
})

it('a key without an expiry stays valid', async () => {
  const deps = await keysWorld()
  const { key } = await made(deps, { expiresInDays: null })
  deps.clock.at += 10 * 365 * DAY
  expect((await findKey(deps, key)).kind).toBe('valid')
})

it('lists the keys of one account, newest first', async () => {
  const deps = await keysWorld()
  await made(deps, { name: 'first' })
  deps.clock.at += 1000
  await made(deps, { name: 'second' })
  await made(deps, { accountId: 70, name: 'of another' })
  expect((await listKeys(deps, 7)).map(({ name }) => name)).toEqual(['second', 'first'])
})

it('never overwrites a key', async () => {
  const deps = { ...(await keysWorld()), secretInt: () => 0 }
  await made(deps)
  await expect(createKey(deps, WANTED, A_TEST)).rejects.toThrow('source of randomness')
})

it('creates no key for a project of another account', async () => {
  const deps = await keysWorld()
  await deps.store.commit({
    set: [
      { key: 'account-project/7/prj_1', value: 'prj_1' },
      { key: 'account-project/70/prj_2', value: 'prj_2' },
    ],
  })
  const wanted = { ...WANTED, projectIds: ['prj_1', 'prj_2', 'prj_3'] }
  expect(await createKey(deps, wanted, A_TEST)).toEqual({ kind: 'unknown-projects', ids: ['prj_2', 'prj_3'] })
  expect(await listKeys(deps, 7)).toEqual([])
  expect((await made(deps, { projectIds: ['prj_1'] })).record.projectIds).toEqual(['prj_1'])
})
