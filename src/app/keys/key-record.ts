import { createHmac, hash } from 'node:crypto'
import { z } from 'zod'
import { parseIpRange } from '../net/ip-range.ts'
import type { KnownFields } from '../store/known-fields.ts'
import { memoizeParse } from '../store/memoize-parse.ts'

export const Scope = z.enum(['read', 'write'])
export type Scope = z.infer<typeof Scope>

const NAME = 'must have 1 to 100 characters, all of them visible ones'

/** What a person calls a key. It is shown in terminals, so it holds nothing that steers one. */
export const KeyName = z
  .string({ error: NAME })
  .trim()
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,100}$/u, { error: NAME })

/** What the store keeps of a key. The key itself is kept nowhere: its hash is the record's place. */
export const KeyRecord = z.looseObject({
  v: z.literal(1),
  id: z.string(),
  name: z.string(),
  /** First eight and last four characters, by which its owner knows it again. */
  start: z.string().length(8),
  last4: z.string().length(4),
  /** GitHub's numeric id of the account whose projects it covers. */
  accountId: z.int().positive(),
  scopes: z.array(Scope).min(1),
  /** The projects it covers; `null` is all of the account. */
  projectIds: z.array(z.string()).nullable(),
  /** CIDR ranges it may be used from; none is everywhere. */
  allowedIps: z.array(z.string().refine((text) => parseIpRange(text).kind === 'range')),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  /** Exact to a minute. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** Id of the key that this one took over from, and of the one that took over from it. */
  rotatedFrom: z.string().nullable().default(null),
  rotatedTo: z.string().nullable().default(null),
})
export type KeyRecord = KnownFields<z.infer<typeof KeyRecord>>

export const parseKeyRecord = memoizeParse((stored): KeyRecord => KeyRecord.parse(JSON.parse(stored)))

/**
 * A key is 178 random bits, so a plain hash hides it; a slow one would only cost every request its time. With a
 * pepper, who can write to the database alone cannot put a key of their own making there.
 */
export const hashKey = (key: string, pepper: string | null): string =>
  pepper === null ? hash('sha256', key) : createHmac('sha256', pepper).update(key).digest('hex')

/** A key as programs see it: its record with its status at that time, and never the key. */
export type KeyView = Omit<KeyRecord, 'v'> & { readonly status: KeyStatus }

export function keyView(record: KeyRecord, at: number): KeyView {
  const { v: _, ...rest } = record
  return { ...rest, status: keyStatus(record, at) }
}

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
