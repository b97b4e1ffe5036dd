import { findKeyInForce } from '../../keys/find-key.ts'
import type { KeyRecord } from '../../keys/key-record.ts'
import type { Store } from '../../store/store.ts'

/**
 * The API key that a webhook belongs to: the one that created it, or the key that took over from it. `null`:
 * that key has ended, so the webhook has, too.
 */
export async function coveringKey(
  store: Store,
  { accountId, keyId, now }: { readonly accountId: number; readonly keyId: string; readonly now: number },
): Promise<KeyRecord | null> {
  const found = await findKeyInForce(store, { accountId, id: keyId }, now)
  return found.kind === 'in-force' ? found.key : null
}
