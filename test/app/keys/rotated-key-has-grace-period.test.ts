import { expect, it } from 'vitest'
import { listKeys, revokeKey } from '../../../src/app/keys/key-record.ts'
import { type Grace, rotateKey } from '../../../src/app/keys/rotate-key.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { findKey } from '../../support/app/find-key.ts'
import { DAY, HOUR, keysWorld, made } from './keys-world.ts'

const rotated = async (
  deps: Awaited<ReturnType<typeof keysWorld>>,
  id: string,
  grace: Grace = '24h',
  accountId = 7,
) => rotateKey(deps, { accountId, id, grace }, A_TEST)

it('creates a key with the same settings and a new lifetime of the same length', async () => {
  const deps = await keysWorld()
  const { key, record } = await made(deps, {
    expiresInDays: 30,
    scopes: ['read', 'write'],
    allowedIps: ['10.0.0.0/8'],
  })
  deps.clock.at += 10 * DAY
  const after = await rotated(deps, record.id)
  if (after.kind !== 'rotated') throw new Error(after.kind)
  expect(after.key).not.toBe(key)
  expect(after.record).toEqual({
    ...record,
    id: 'key_2',
    start: after.key.slice(0, 8),
    last4: after.key.slice(-4),
    createdAt: '2030-01-11T12:00:00.000Z',
    expiresAt: '2030-02-10T12:00:00.000Z',
    rotatedFrom: 'key_1',
  })
  expect(await findKey(deps, after.key)).toEqual({ kind: 'valid', key: after.record })
  const old = { ...record, expiresAt: '2030-01-12T12:00:00.000Z', rotatedTo: 'key_2' }
  expect(after.old).toEqual(old)
  expect(await listKeys(deps, 7)).toEqual([after.record, old])
})

it.each([
  ['0', 0],
  ['1h', HOUR],
  ['24h', DAY],
  ['7d', 7 * DAY],
] as const)('the old key expires after %s', async (grace, ms) => {
  const deps = await keysWorld()
  const { key, record } = await made(deps, { expiresInDays: null })
  const after = await rotated(deps, record.id, grace)
  expect(after).toMatchObject({ kind: 'rotated', record: { expiresAt: null } })
  if (ms > 0) {
    deps.clock.at += ms - 1
    expect((await findKey(deps, key)).kind).toBe('valid')
    deps.clock.at += 1
  }
  expect(await findKey(deps, key)).toEqual({ kind: 'replaced' })
})

it('a grace period never extends the lifetime of the old key', async () => {
  const deps = await keysWorld()
  const { record } = await made(deps, { expiresInDays: 7 })
  deps.clock.at += 6 * DAY
  expect(await rotated(deps, record.id, '7d')).toMatchObject({ old: { expiresAt: record.expiresAt } })
})

it('refuses a key that has ended, was already rotated, or belongs to another account', async () => {
  const deps = await keysWorld()
  const { record: revoked } = await made(deps)
  await revokeKey(deps, { accountId: 7, id: revoked.id }, A_TEST)
  expect(await rotated(deps, revoked.id)).toEqual({ kind: 'revoked' })
  expect(await rotated(deps, 'key_none')).toEqual({ kind: 'unknown' })

  const { record } = await made(deps)
  expect(await rotated(deps, record.id, '0', 8)).toEqual({ kind: 'unknown' })
  const first = await rotated(deps, record.id)
  if (first.kind !== 'rotated') throw new Error(first.kind)
  expect(await rotated(deps, record.id)).toEqual({ kind: 'rotated-before', to: first.record.id })

  const { record: old } = await made(deps)
  deps.clock.at += 7 * DAY
  expect(await rotated(deps, old.id)).toEqual({ kind: 'expired' })
})

it('one of many simultaneous rotations succeeds', async () => {
  const deps = await keysWorld()
  const { record } = await made(deps)
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => rotated(deps, record.id)))
  const [winner] = outcomes.filter((outcome) => outcome.kind === 'rotated')
  expect(outcomes.filter((outcome) => outcome.kind === 'rotated-before')).toHaveLength(7)
  expect(outcomes.every((one) => one.kind !== 'rotated-before' || one.to === winner?.record.id)).toBe(true)
  expect(await listKeys(deps, 7)).toHaveLength(2)
})

it('a rotation does not undo a simultaneous revocation', async () => {
  const deps = await keysWorld()
  const { key, record } = await made(deps)
  let between = true
  const store: typeof deps.store = {
    ...deps.store,
    commit: async (commit) => {
      if (between) {
        between = false
        await revokeKey(deps, { accountId: 7, id: record.id }, A_TEST)
      }
      return deps.store.commit(commit)
    },
  }
  const outcome = await rotateKey({ ...deps, store }, { accountId: 7, id: record.id, grace: '7d' }, A_TEST)
  expect(outcome).toEqual({ kind: 'revoked' })
  expect(await findKey(deps, key)).toEqual({ kind: 'revoked' })
  expect(await listKeys(deps, 7)).toHaveLength(1)
})
