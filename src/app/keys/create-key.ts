import { type Actor, serverBecauseOf } from '../audit/actor.ts'
import type { AuditedStore } from '../audit/audit-entry.ts'
import { type AccountLimit, chargeMember, type LimitOf, memberOf } from '../limits/rate-limit.ts'
import { projectKeys } from '../projects/project.ts'
import { type Attempt, type Commit, commitWithRetry, mergeCommits } from '../store/store.ts'
import { makeKey } from './find-key.ts'
import { apiKeyKeys, auditKey, changeKey, hashKey, KeyRecord, revokeKey, type Scope } from './key-record.ts'

export interface NewKey {
  readonly accountId: number
  /** A valid `KeyName`. */
  readonly name: string
  readonly scopes: readonly Scope[]
  /** `null`: every project of the account. */
  readonly projectIds: readonly string[] | null
  /** In the form of `parseIpRange`; empty: every address. */
  readonly allowedIps: readonly string[]
  /** `null`: does not expire. */
  readonly expiresInDays: 7 | 30 | 60 | 90 | null
  readonly createdBy: string
  /** Who makes it in the dashboard; absent: an operator of the server. */
  readonly creator?: KeyRecord['creator']
  /** The creator is an owner of the account. */
  readonly byOwner?: boolean
}

export type Created = Added | { readonly kind: 'unknown-projects'; readonly ids: readonly string[] }

const DAY = 86_400_000

/** Creates a key and returns it in plain text. The plain text cannot be read later. */
export async function createKey(deps: KeyWork, wanted: NewKey, by: Actor): Promise<Created> {
  const { expiresInDays, creator = null, byOwner = false, scopes, projectIds, allowedIps, ...rest } = wanted
  const unknown = await unknownProjects(deps, wanted)
  if (unknown.length > 0) return { kind: 'unknown-projects', ids: unknown }
  const settings = {
    ...rest,
    creator,
    byOwner,
    scopes: [...scopes],
    projectIds: projectIds && [...projectIds],
    allowedIps: [...allowedIps],
    lifetimeMs: expiresInDays === null ? null : expiresInDays * DAY,
    rotatedFrom: null,
  }
  return commitWithRetry(deps.store, `new API key of account ${wanted.accountId}`, () =>
    prepareKey(deps, settings, by),
  )
}

/** A key for a missing project would cover nothing, and nobody would notice before its first use. */
async function unknownProjects({ store }: KeyWork, { accountId, projectIds }: NewKey): Promise<string[]> {
  if (projectIds === null) return []
  const known = await store.getMany(projectIds.map((id) => projectKeys.ofAccount(accountId, id)))
  return projectIds.filter((_, index) => known[index] === undefined)
}

/** New keys of an account in any sliding hour. Few for each person: a stolen session cannot hide one key among many. */
export const KEYS_AN_HOUR: AccountLimit = { each: 10, together: 40 }

export interface KeyWork extends AuditedStore {
  readonly newKeyId: () => string
  /** Uniform from 0 to `below` - 1, from a secure source. */
  readonly secretInt: (below: number) => number
  /** `null`: keys are stored under a plain hash. */
  readonly keyPepper: string | null
  /** For callers that can write to the database anyway: a limit would protect nothing, so their keys do not count. */
  readonly isUnlimited?: boolean
}

/** The chosen properties of a key; the others are random or derived. */
interface KeySettings
  extends Pick<KeyRecord, 'accountId' | 'name' | 'createdBy' | 'creator' | 'rotatedFrom'>,
    Readonly<Pick<KeyRecord, 'projectIds' | 'scopes' | 'allowedIps'>> {
  /** `null`: does not expire. */
  readonly lifetimeMs: number | null
  /** The person who adds the key is an owner of its account. */
  readonly byOwner: boolean
}

export type Added =
  | { readonly kind: 'added'; readonly key: string; readonly record: KeyRecord }
  /** `againAt` (epoch ms): when another key may be created. */
  | { readonly kind: 'limited'; readonly againAt: number; readonly of: LimitOf }

const UNCHARGED = { kind: 'uncharged', checks: [], set: [] } as const

/** An attempt to add a key, in one commit with its charge, its audit entry and the writes of `extraCommit`. */
export async function prepareKey(
  deps: KeyWork,
  settings: KeySettings,
  by: Actor,
  extraCommit: (record: KeyRecord) => Commit = () => ({}),
): Promise<Attempt<Added>> {
  const at = deps.now()
  const charge = deps.isUnlimited
    ? UNCHARGED
    : await chargeMember(deps.store, `keys-${settings.accountId}`, {
        member: memberOf(by, settings.byOwner),
        limit: KEYS_AN_HOUR,
        now: at,
      })
  if (charge.kind === 'exceeded')
    return { result: { kind: 'limited', againAt: charge.allowance.resetAt, of: charge.of } }
  const key = makeKey(deps.secretInt)
  const record = newRecord(settings, deps.newKeyId(), key, at)
  const hash = hashKey(key, deps.keyPepper)
  const place = apiKeyKeys.record(hash)
  const index = apiKeyKeys.ofAccount(record.accountId, record.id)
  const taken = await deps.store.getMany([place, index])
  if (taken.some((value) => value !== undefined))
    throw new Error('a key with this id already exists: the source of randomness repeats values')
  const {
    checks = [],
    set = [],
    ...rest
  } = mergeCommits(
    extraCommit(record),
    firstCheck(record, at),
    auditKey('key.created', record, { by, at, keptMs: deps.auditMs }),
  )
  const commit = {
    ...rest,
    checks: [{ key: place, value: null }, { key: index, value: null }, ...charge.checks, ...checks],
    set: [{ key: place, value: JSON.stringify(record) }, { key: index, value: hash }, ...charge.set, ...set],
  }
  return { commit, result: { kind: 'added', key, record } }
}

/** The first check of its creator, who may lose the right to it soon after the creation. */
const FIRST_CHECK_MS = 4 * 60_000

const firstCheck = ({ creator, accountId, id }: KeyRecord, at: number): Commit =>
  creator === null
    ? {}
    : { set: [{ key: apiKeyKeys.checkCreator(accountId, id, at + FIRST_CHECK_MS), value: '' }] }

function newRecord(settings: KeySettings, id: string, key: string, at: number): KeyRecord {
  const { lifetimeMs, byOwner: _, ...rest } = settings
  return KeyRecord.parse({
    ...rest,
    v: 1,
    id,
    start: key.slice(0, 8),
    last4: key.slice(-4),
    createdAt: new Date(at).toISOString(),
    expiresAt: lifetimeMs === null ? null : new Date(at + lifetimeMs).toISOString(),
    revokedAt: null,
    lastUsedAt: null,
    rotatedTo: null,
  })
}

const UNSHOWN = serverBecauseOf('the key could not be shown')

/** Revokes a new key that could not be shown. `before`: the key that it replaced, which stays the current one. */
export async function undoCreateKey(
  deps: AuditedStore,
  made: KeyRecord,
  before: KeyRecord | null = null,
): Promise<void> {
  // The old key first: an interruption between the two writes then leaves two valid keys, and never none.
  if (before !== null) {
    await changeKey(deps.store, before, (old) =>
      old.rotatedTo === made.id ? { ...old, expiresAt: before.expiresAt, rotatedTo: null } : null,
    )
  }
  await revokeKey(deps, made, UNSHOWN)
}
