import type { Actor } from '../audit/actor.ts'
import { commitWithRetry, mergeCommits } from '../store/store.ts'
import { type Added, type KeyWork, prepareKey } from './create-key.ts'
import { apiKeyKeys, auditKey, type KeyRecord, keyStatus, parseKeyRecord } from './key-record.ts'

const HOUR = 3_600_000

/** How long the old key stays valid after the rotation. */
export const GRACES = { '0': 0, '1h': HOUR, '24h': 24 * HOUR, '7d': 7 * 24 * HOUR } as const
export type Grace = keyof typeof GRACES

export interface Rotation {
  readonly accountId: number
  readonly id: string
  readonly grace: Grace
  /** Who rotates it in the dashboard; absent: an operator of the server. */
  readonly creator?: KeyRecord['creator']
  /** The person who rotates it is an owner of the account. */
  readonly byOwner?: boolean
}

export type Rotated =
  | {
      readonly kind: 'rotated'
      readonly key: string
      readonly record: KeyRecord
      readonly old: KeyRecord
      /** The record of the old key before the rotation. */
      readonly before: KeyRecord
    }
  | Extract<Added, { kind: 'limited' }>
  | { readonly kind: 'unknown' | 'expired' | 'revoked' }
  | { readonly kind: 'rotated-before'; readonly to: string }

/** Creates a key with the settings of an old one, and sets the end of the old one, in one commit. */
export async function rotateKey(
  deps: KeyWork,
  { accountId, id, grace, creator = null, byOwner = false }: Rotation,
  by: Actor,
): Promise<Rotated> {
  const hash = await deps.store.get(apiKeyKeys.ofAccount(accountId, id))
  if (hash === undefined) return { kind: 'unknown' }
  const place = apiKeyKeys.record(hash)
  return commitWithRetry<Rotated>(deps.store, `API key ${id}`, async () => {
    const stored = await deps.store.get(place)
    if (stored === undefined) return { result: { kind: 'unknown' } }
    const before = parseKeyRecord(stored)
    const status = keyStatus(before, deps.now())
    if (status === 'revoked') return { result: { kind: 'revoked' } }
    if (before.rotatedTo !== null) return { result: { kind: 'rotated-before', to: before.rotatedTo } }
    if (status === 'expired') return { result: { kind: 'expired' } }
    const end = endOf(before, deps.now() + GRACES[grace])
    const oldAs = (rotatedTo: string): KeyRecord => ({ ...before, expiresAt: end, rotatedTo })
    const attempt = await prepareKey(deps, { ...settingsOf(before, creator), byOwner }, by, (record) => {
      const audit = { by, at: deps.now(), keptMs: deps.auditMs }
      const old = {
        checks: [{ key: place, value: stored }],
        set: [{ key: place, value: JSON.stringify(oldAs(record.id)) }],
        isOnDisk: true,
      }
      return mergeCommits(old, auditKey('key.rotated', before, audit, `replaced by ${record.id}`))
    })
    const { result } = attempt
    if (result.kind === 'limited') return { result }
    return { ...attempt, result: { ...result, kind: 'rotated', old: oldAs(result.record.id), before } }
  })
}

/** Copies all fields, because a restriction that only a newer server knows must not get lost. */
const settingsOf = (old: KeyRecord, creator: KeyRecord['creator']) => ({
  ...old,
  creator,
  ...(creator !== null && { createdBy: creator.login }),
  rotatedFrom: old.id,
  lifetimeMs: old.expiresAt === null ? null : Date.parse(old.expiresAt) - Date.parse(old.createdAt),
})

/** A grace period never extends the lifetime of the old key. */
const endOf = (old: KeyRecord, graceEnds: number): string =>
  old.expiresAt !== null && Date.parse(old.expiresAt) <= graceEnds
    ? old.expiresAt
    : new Date(graceEnds).toISOString()
