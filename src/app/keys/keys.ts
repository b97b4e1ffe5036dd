import type { Actor } from '../audit/actor.ts'
import { type AddKeyDeps, type Created, createKey, type NewKey } from './create-key.ts'
import { type KeyRecord, listKeys } from './key-record.ts'
import { revokeKey } from './revoke-key.ts'
import { type Rotated, type Rotation, rotateKey } from './rotate-key.ts'

/** What people do with API keys. A caller with an API key can do none of it. */
export interface Keys {
  /** The newest first, expired and revoked ones included. */
  list(accountId: number): Promise<KeyRecord[]>
  create(wanted: NewKey, by: Actor): Promise<Created>
  rotate(rotation: Rotation, by: Actor): Promise<Rotated>
  revoke(
    key: Pick<KeyRecord, 'accountId' | 'id'>,
    by: Actor,
  ): Promise<'revoked' | 'already-revoked' | 'unknown'>
}

export const createKeys = (deps: AddKeyDeps): Keys => ({
  list: (accountId) => listKeys(deps, accountId),
  create: (wanted, by) => createKey(deps, wanted, by),
  rotate: (rotation, by) => rotateKey(deps, rotation, by),
  revoke: (key, by) => revokeKey(deps, key, by),
})
