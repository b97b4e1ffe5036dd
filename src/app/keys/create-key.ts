import type { Actor } from '../audit/actor.ts'
import { commitWithRetry } from '../store/commit-with-retry.ts'
import { keySpace } from '../store/key-space.ts'
import { type Added, type AddKeyDeps, prepareKey } from './add-key.ts'
import type { KeyRecord, Scope } from './key-record.ts'

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
export async function createKey(deps: AddKeyDeps, wanted: NewKey, by: Actor): Promise<Created> {
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
async function unknownProjects({ store }: AddKeyDeps, { accountId, projectIds }: NewKey): Promise<string[]> {
  if (projectIds === null) return []
  const known = await store.getMany(projectIds.map((id) => keySpace.projectOf(accountId, id)))
  return projectIds.filter((_, index) => known[index] === undefined)
}
