import { expect, it } from 'vitest'
import { listKeys, revokeKey } from '../../../src/app/keys/key-record.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { findKey } from '../../support/app/find-key.ts'
import { HOUR, keysWorld, made } from './keys-world.ts'

it('a revoked key is refused immediately, and a second revocation changes nothing', async () => {
  const deps = await keysWorld()
  const { key, record } = await made(deps)
  const id = { accountId: 7, id: record.id }
  expect(await revokeKey(deps, id, A_TEST)).toBe('revoked')
  expect(await findKey(deps, key)).toEqual({ kind: 'revoked' })
  const [first] = await listKeys(deps, 7)
  deps.clock.at += HOUR
  expect(await revokeKey(deps, id, A_TEST)).toBe('already-revoked')
  expect(await listKeys(deps, 7)).toEqual([first])
})

it('refuses the id of another account’s key', async () => {
  const deps = await keysWorld()
  const { key, record } = await made(deps)
  expect(await revokeKey(deps, { accountId: 8, id: record.id }, A_TEST)).toBe('unknown')
  expect((await findKey(deps, key)).kind).toBe('valid')
})

it('one of many simultaneous revocations succeeds', async () => {
  const deps = await keysWorld()
  const { record } = await made(deps)
  const id = { accountId: 7, id: record.id }
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => revokeKey(deps, id, A_TEST)))
  expect(outcomes.filter((outcome) => outcome === 'revoked')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'already-revoked')).toHaveLength(9)
})
