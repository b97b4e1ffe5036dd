import type { Actor } from '../audit/actor.ts'
import { type AccountLimit, chargeMember, type LimitOf, memberOf } from '../limits/rate-limit.ts'
import type { Attempt } from '../store/commit-with-retry.ts'
import { keySpace } from '../store/key-space.ts'
import { type Commit, mergeCommits, type Store } from '../store/store.ts'
import { auditKey } from './audit-key.ts'
import { makeKey } from './format-key.ts'
import { hashKey, KeyRecord } from './key-record.ts'

/** New keys of an account in any sliding hour. Few for each person: a stolen session cannot hide one key among many. */
export const KEYS_AN_HOUR: AccountLimit = { each: 10, together: 40 }

export interface AddKeyDeps {
  readonly store: Store
  readonly now: () => number
  readonly newId: () => string
  readonly randomInt: (below: number) => number
  /** `null`: keys are stored under a plain hash. */
  readonly keyPepper: string | null
  /** For callers that can write to the database anyway: a limit would protect nothing, so their keys do not count. */
  readonly isUnlimited?: boolean
  /** How long the audit entry is kept. */
  readonly auditMs: number
}

/** The chosen properties of a key; the others are random or derived. */
export interface KeySettings
  extends Pick<KeyRecord, 'accountId' | 'name' | 'createdBy' | 'creator' | 'rotatedFrom'>,
    Readonly<Pick<KeyRecord, 'projectIds' | 'scopes' | 'allowedIps'>> {
  /** `null`: does not expire. */
  readonly lifetimeMs: number | null
  /** Who adds the key is an owner of its account. */
  readonly byOwner: boolean
}

export type Added =
  | { readonly kind: 'added'; readonly key: string; readonly record: KeyRecord }
  /** `againAt` (epoch ms): when another key may be created. */
  | { readonly kind: 'limited'; readonly againAt: number; readonly of: LimitOf }

const UNCHARGED = { kind: 'uncharged', checks: [], set: [] } as const

/** An attempt to add a key, in one commit with its charge, its audit entry and the writes of `beside`. */
export async function prepareKey(
  deps: AddKeyDeps,
  settings: KeySettings,
  by: Actor,
  beside: (record: KeyRecord) => Commit = () => ({}),
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
  const key = makeKey(deps.randomInt)
  const record = newRecord(settings, deps.newId(), key, at)
  const hash = hashKey(key, deps.keyPepper)
  const place = keySpace.apiKey(hash)
  const index = keySpace.apiKeyOf(record.accountId, record.id)
  const taken = await deps.store.getMany([place, index])
  if (taken.some((value) => value !== undefined))
    throw new Error('a key with this id already exists: the source of randomness repeats values')
  const {
    checks = [],
    set = [],
    ...rest
  } = mergeCommits(
    beside(record),
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
    : { set: [{ key: keySpace.keyCreator(accountId, id, at + FIRST_CHECK_MS), value: '' }] }

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
