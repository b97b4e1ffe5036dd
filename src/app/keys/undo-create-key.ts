import { serverBecauseOf } from '../audit/actor.ts'
import { changeKey } from './change-key.ts'
import type { KeyRecord } from './key-record.ts'
import { type RevokeKeyDeps, revokeKey } from './revoke-key.ts'

const UNSHOWN = serverBecauseOf('the key could not be shown')

/** Revokes a new key that could not be shown. `before`: the key that it replaced, which stays the current one. */
export async function undoCreateKey(
  deps: RevokeKeyDeps,
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
