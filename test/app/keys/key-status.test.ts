import { expect, it } from 'vitest'
import { keyStatus } from '../../../src/app/keys/key-record.ts'
import { DAY, keysWorld, made } from './keys-world.ts'

it('a key expires soon in its last seven days, and is still valid', async () => {
  const { record } = await made(await keysWorld(), { expiresInDays: 30 })
  const at = Date.parse(record.createdAt)
  expect(keyStatus(record, at)).toBe('valid')
  expect(keyStatus(record, at + 23 * DAY - 1)).toBe('valid')
  expect(keyStatus(record, at + 23 * DAY)).toBe('expires soon')
  expect(keyStatus(record, at + 30 * DAY - 1)).toBe('expires soon')
  expect(keyStatus(record, at + 30 * DAY)).toBe('expired')
  expect(keyStatus({ ...record, revokedAt: record.createdAt }, at)).toBe('revoked')
  expect(keyStatus({ ...record, expiresAt: null }, at + 9000 * DAY)).toBe('valid')
})
