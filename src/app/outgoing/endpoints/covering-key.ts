import { type KeyRecord, keyStatus } from '../../keys/key-record.ts'
import { loadKey } from '../../keys/load-key.ts'
import type { Store } from '../../store/store.ts'

/** Longest chain of rotations that is followed. */
const MAX_ROTATIONS = 100

/**
 * The API key that a webhook stands on: the one that made it, or the key that took over from it. `null`: it has ended, so
 * the webhook has, too.
 */
export async function coveringKey(
  store: Pick<Store, 'get'>,
  { accountId, keyId, now }: { readonly accountId: number; readonly keyId: string; readonly now: number },
): Promise<KeyRecord | null> {
  let id: string | null = keyId
  for (let rotations = 0; id !== null && rotations < MAX_ROTATIONS; rotations++) {
    const key: KeyRecord | null = await loadKey(store, { accountId, id })
    if (key === null) return null
    if (!['expired', 'revoked'].includes(keyStatus(key, now))) return key
    id = key.rotatedTo
  }
  return null
}
