import type { Store } from '../store/store.ts'
import { changeKey } from './change-key.ts'
import type { KeyRecord } from './key-record.ts'
import { revokeKey } from './revoke-key.ts'

/** Revokes a new key that could not be shown. `before`: the key that it replaced, which stays the current one. */
export async function undoCreateKey(
  deps: { readonly store: Store; readonly now: () => number },
  made: KeyRecord,
  before: KeyRecord | null = null,
): Promise<void> {
  // The old key first: an interruption between the two writes then leaves two valid keys, and never none.
  if (before !== null) {
    await changeKey(deps.store, before, (old) =>
      old.rotatedTo === made.id ? { ...old, expiresAt: before.expiresAt, rotatedTo: null } : null,
    )
  }
  await revokeKey(deps, made)
}
