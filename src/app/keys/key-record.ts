import { createHash } from 'node:crypto'
import { z } from 'zod'
import { addressRange } from './address-range.ts'

export const Scope = z.enum(['read', 'write'])
export type Scope = z.infer<typeof Scope>

/** What the store keeps of a key. The key itself is kept nowhere: its SHA-256 is the record's place. */
export const KeyRecord = z.object({
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
  allowedIps: z.array(z.string().refine((range) => addressRange(range) === range)),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type KeyRecord = z.infer<typeof KeyRecord>

export const parseKeyRecord = (stored: string): KeyRecord => KeyRecord.parse(JSON.parse(stored))

/** A key is 178 random bits, so a plain hash hides it; a slow one would only cost every request its time. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')
