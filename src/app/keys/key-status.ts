import type { KeyRecord } from './key-record.ts'

export type KeyStatus = 'valid' | 'expires soon' | 'expired' | 'revoked'

const SOON_MS = 7 * 86_400_000

/** What a key is at a time, epoch milliseconds. One that expires soon is still good. */
export function keyStatus({ revokedAt, expiresAt }: KeyRecord, at: number): KeyStatus {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt === null) return 'valid'
  const left = Date.parse(expiresAt) - at
  if (left <= 0) return 'expired'
  return left <= SOON_MS ? 'expires soon' : 'valid'
}
