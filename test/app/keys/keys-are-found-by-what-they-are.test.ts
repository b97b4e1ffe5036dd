import { randomInt } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { createKey, type NewKey } from '../../../src/app/keys/create-key.ts'
import { findKey } from '../../../src/app/keys/find-key.ts'
import { listKeys } from '../../../src/app/keys/list-keys.ts'
import { revokeKey } from '../../../src/app/keys/revoke-key.ts'
import { openStore } from '../../../src/app/store/open-store.ts'
import { StoreUnavailable } from '../../../src/app/store/store.ts'

const wanted: NewKey = {
  accountId: 7,
  name: 'ci',
  scopes: ['read'],
  projectIds: null,
  allowedIps: [],
  expiresInDays: 7,
  createdBy: 'test',
}

async function world() {
  const store = await openStore('sqlite::memory:')
  onTestFinished(() => store.close())
  const clock = { at: Date.UTC(2030, 0, 1) }
  let ids = 0
  const deps = {
    store,
    now: () => clock.at,
    newId: () => `key_${++ids}`,
    randomInt: (n: number) => randomInt(n),
  }
  return { ...deps, clock }
}

it('finds a key that was made, and keeps nothing of it but its hash and ends', async () => {
  const deps = await world()
  const { key, record } = await createKey(deps, wanted)
  expect(await findKey(deps, key)).toEqual({ kind: 'valid', key: record })
  expect(record).toMatchObject({
    start: key.slice(0, 8),
    last4: key.slice(-4),
    expiresAt: '2030-01-08T00:00:00.000Z',
  })
  const stored = JSON.stringify(await deps.store.list({ prefix: '', limit: 100 }))
  expect(stored).not.toContain(key.slice(8, -4))
})

it('tells a malformed key without asking the store', async () => {
  const deps = await world()
  const { key } = await createKey(deps, wanted)
  await deps.store.close()
  expect(await findKey(deps, `${key}x`)).toEqual({ kind: 'malformed' })
  await expect(findKey(deps, key)).rejects.toBeInstanceOf(StoreUnavailable)
})

it('does not know a well-formed key of another deployment', async () => {
  const { key } = await createKey(await world(), wanted)
  expect(await findKey(await world(), key)).toEqual({ kind: 'unknown' })
})

it('lets a key expire at its time', async () => {
  const deps = await world()
  const { key } = await createKey(deps, wanted)
  deps.clock.at += 7 * 86_400_000 - 1
  expect((await findKey(deps, key)).kind).toBe('valid')
  deps.clock.at += 1
  expect(await findKey(deps, key)).toEqual({ kind: 'expired' })
})

it('keeps a key without an end', async () => {
  const deps = await world()
  const { key } = await createKey(deps, { ...wanted, expiresInDays: null })
  deps.clock.at += 10 * 365 * 86_400_000
  expect((await findKey(deps, key)).kind).toBe('valid')
})

it('revokes a key of the account and of no other', async () => {
  const deps = await world()
  const { key, record } = await createKey(deps, wanted)
  expect(await revokeKey(deps, { accountId: 8, id: record.id })).toBe('unknown')
  expect((await findKey(deps, key)).kind).toBe('valid')
  expect(await revokeKey(deps, { accountId: 7, id: record.id })).toBe('revoked')
  expect(await findKey(deps, key)).toEqual({ kind: 'revoked' })
  expect(await revokeKey(deps, { accountId: 7, id: record.id })).toBe('already-revoked')
})

it('lists the keys of one account, newest first', async () => {
  const deps = await world()
  await createKey(deps, { ...wanted, name: 'first' })
  deps.clock.at += 1000
  await createKey(deps, { ...wanted, name: 'second' })
  await createKey(deps, { ...wanted, accountId: 70, name: 'of another' })
  expect((await listKeys(deps, 7)).map(({ name }) => name)).toEqual(['second', 'first'])
})

it('never overwrites a key', async () => {
  const deps = { ...(await world()), randomInt: () => 0 }
  await createKey(deps, wanted)
  await expect(createKey(deps, wanted)).rejects.toThrow('source of randomness')
})
