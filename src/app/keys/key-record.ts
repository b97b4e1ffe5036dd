import { createHmac, hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { parseIpRange } from '../../net/ip-address.ts'
import type { Actor } from '../audit/actor.ts'
import { type Action, type AuditedStore, auditEntry } from '../audit/audit-entry.ts'
import type { Member } from '../limits/rate-limit.ts'
import { time } from '../store/keys.ts'
import { type KnownFields, memoizeParse } from '../store/parse-records.ts'
import { type Commit, commitWithRetry, mergeCommits, type Store } from '../store/store.ts'

export const apiKeyKeys = {
  /** The record, under the hash of the key. */
  record: (hash: string) => `key/${hash}`,
  /** Contains the hash of the key. */
  ofAccount: (accountId: number, id: string) => `account-key/${accountId}/${id}`,
  allOf: (accountId: number) => `account-key/${accountId}/` as const,
  /** A key whose creator may have lost the right to it; the account stands where other queues have the project. */
  checkCreator: (accountId: number, id: string, at: number) =>
    `key-creator/${time(at)}/key/${accountId}/${id}`,
  /** A webhook whose person may have lost the right to it. */
  checkWebhook: (accountId: number, id: string, at: number) =>
    `key-creator/${time(at)}/webhook/${accountId}/${id}`,
  creatorQueue: () => 'key-creator/' as const,
}

export const Scope = z.enum(['read', 'write', 'admin'])
export type Scope = z.infer<typeof Scope>

const NAME = 'must have 1 to 100 characters, all of them visible'

/** The name of a key. Terminals show it, so it must not contain control characters. */
export const KeyName = z
  .string({ error: NAME })
  .trim()
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,100}$/u, { error: NAME })

/** The creator that `npm run keys` records by default. */
export const COMMAND_LINE = 'command line'

/** The stored record of a key. The key itself is not stored: its hash is part of the key of the record. */
export const KeyRecord = z.looseObject({
  v: z.literal(1),
  id: z.string(),
  name: z.string(),
  /** First eight and last four characters, by which its owner recognises it. */
  start: z.string().length(8),
  last4: z.string().length(4),
  /** GitHub's numeric id of the account whose projects it covers. */
  accountId: z.int().positive(),
  scopes: z.array(Scope).min(1),
  /** The projects that it covers; `null`: all projects of the account. */
  projectIds: z.array(z.string()).nullable(),
  /** CIDR ranges of the addresses that may use it; empty: every address. */
  allowedIps: z.array(z.string().refine((text) => parseIpRange(text).kind === 'range')),
  createdBy: z.string(),
  /** The person who made it in the dashboard: it ends when they lose the right to. `null`: made on the command line. */
  creator: z.object({ id: z.int().positive(), login: z.string() }).nullable().default(null),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  /** Exact to the minute. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** Id of the key that this one replaced, and of its own replacement. */
  rotatedFrom: z.string().nullable().default(null),
  rotatedTo: z.string().nullable().default(null),
})
export type KeyRecord = KnownFields<z.infer<typeof KeyRecord>>

export const parseKeyRecord = memoizeParse((stored): KeyRecord => KeyRecord.parse(JSON.parse(stored)))

/**
 * A key has 178 random bits, so a fast hash is safe, and a slow one would only delay every request. With a pepper,
 * write access to the database is not enough to add a key.
 */
export const hashKey = (key: string, pepper: string | null): string =>
  pepper === null ? hash('sha256', key) : createHmac('sha256', pepper).update(key).digest('hex')

/** Whether a key may be used for a project of an account. */
export const covers = (
  { accountId, projectIds }: Pick<KeyRecord, 'accountId' | 'projectIds'>,
  project: { readonly id: string; readonly accountId: number },
): boolean => project.accountId === accountId && (projectIds === null || projectIds.includes(project.id))

/**
 * Whose limits in the account a key uses up: those of its creator, who could otherwise create keys to get more; its own if it
 * was created on the command line. One that covers the account is for owners.
 */
export const memberOfKey = ({ id, name, projectIds, creator }: KeyRecord): Member =>
  creator === null
    ? { id: `key-${id}`, name: `API key ${name}`, isOwner: projectIds === null }
    : {
        id: `person-${creator.id}`,
        name: `@${creator.login} and their API keys`,
        isOwner: projectIds === null,
      }

/** A key as programs see it: its record with its current status, without the key itself. */
type KeyView = Omit<KeyRecord, 'v'> & { readonly status: KeyStatus }

export function keyView(record: KeyRecord, at: number): KeyView {
  const { v: _, ...rest } = record
  return { ...rest, status: keyStatus(record, at) }
}

type KeyStatus = 'valid' | 'expires soon' | 'expired' | 'revoked'

const SOON_MS = 7 * 86_400_000

/** The status of a key at a time (epoch ms). A key that expires soon is still valid. */
export function keyStatus({ revokedAt, expiresAt }: KeyRecord, at: number): KeyStatus {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt === null) return 'valid'
  const left = Date.parse(expiresAt) - at
  if (left <= 0) return 'expired'
  return left <= SOON_MS ? 'expires soon' : 'valid'
}

export const isUsable = (key: KeyRecord, at: number): boolean =>
  ['valid', 'expires soon'].includes(keyStatus(key, at))

/** The key with this id; `null`: the account has none. */
export async function loadKey(
  store: Pick<Store, 'get'>,
  { accountId, id }: { readonly accountId: number; readonly id: string },
): Promise<KeyRecord | null> {
  const hash = await store.get(apiKeyKeys.ofAccount(accountId, id))
  const stored = hash === undefined ? undefined : await store.get(apiKeyKeys.record(hash))
  return stored === undefined ? null : parseKeyRecord(stored)
}

/** Keys that are read in one turn of the event loop. */
const PAGE = 100

/**
 * The wanted keys of an account, the newest first, expired and revoked ones included. No key is ever deleted, so an account may
 * have thousands: other work runs meanwhile.
 */
export async function listKeys(
  { store }: { readonly store: Store },
  accountId: number,
  isWanted: (key: KeyRecord) => boolean = () => true,
): Promise<KeyRecord[]> {
  const records: KeyRecord[] = []
  const prefix = apiKeyKeys.allOf(accountId)
  for (let after: string = prefix; ; ) {
    const page = await store.list({ prefix, after, limit: PAGE })
    const stored = await store.getMany(page.map(({ value: hash }) => apiKeyKeys.record(hash)))
    const read = stored.filter((value) => value !== undefined).map((value) => parseKeyRecord(value))
    records.push(...read.filter(isWanted))
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) break
    after = last.key
    await nextTurn()
  }
  return records.sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0))
}

/** Compare-and-set on the record of a key. `change` returns `null` to leave the key unchanged. */
export async function changeKey(
  store: Store,
  { accountId, id }: { readonly accountId: number; readonly id: string },
  change: (key: KeyRecord) => KeyRecord | null,
  extraCommit: (changed: KeyRecord) => Commit = () => ({}),
): Promise<'changed' | 'unchanged' | 'unknown'> {
  const hash = await store.get(apiKeyKeys.ofAccount(accountId, id))
  if (hash === undefined) return 'unknown'
  const place = apiKeyKeys.record(hash)
  return commitWithRetry<'changed' | 'unchanged' | 'unknown'>(store, `API key ${id}`, async () => {
    const stored = await store.get(place)
    if (stored === undefined) return { result: 'unknown' }
    const next = change(parseKeyRecord(stored))
    if (next === null) return { result: 'unchanged' }
    const changed = {
      checks: [{ key: place, value: stored }],
      set: [{ key: place, value: JSON.stringify(next) }],
    }
    return { commit: mergeCommits(changed, extraCommit(next)), result: 'changed' }
  })
}

/** The entry for what somebody does to a key. `detail` is for people. */
export const auditKey = (
  action: Action & `key.${string}`,
  { id, name, accountId }: Pick<KeyRecord, 'id' | 'name' | 'accountId'>,
  { by, at, keptMs }: { readonly by: Actor; readonly at: number; readonly keptMs: number },
  detail: string | null = null,
): Commit => auditEntry({ accountId, at, action, by, project: null, subject: { id, name }, detail }, keptMs)

/** Revokes a key immediately and permanently. Its record stays in the list. */
export async function revokeKey(
  { store, now, auditMs }: AuditedStore,
  key: { readonly accountId: number; readonly id: string },
  by: Actor,
): Promise<'revoked' | 'already-revoked' | 'unknown'> {
  const outcome = await changeKey(
    store,
    key,
    (record) => (record.revokedAt === null ? { ...record, revokedAt: new Date(now()).toISOString() } : null),
    (record) => ({
      ...auditKey('key.revoked', record, { by, at: now(), keptMs: auditMs }),
      isOnDisk: true,
    }),
  )
  switch (outcome) {
    case 'changed':
      return 'revoked'
    case 'unchanged':
      return 'already-revoked'
    case 'unknown':
      return 'unknown'
  }
}
