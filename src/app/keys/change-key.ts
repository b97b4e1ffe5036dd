import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { type KeyRecord, parseKeyRecord } from './key-record.ts'

/**
 * Reads a key of an account, decides, and writes if nobody was quicker, else again: no writer undoes another one's
 * change. `change` answers `null` to leave the key as it is.
 */
export async function changeKey(
  store: Store,
  { accountId, id }: { readonly accountId: number; readonly id: string },
  change: (key: KeyRecord) => KeyRecord | null,
): Promise<'changed' | 'unchanged' | 'unknown'> {
  const hash = await store.get(keySpace.apiKeyOf(accountId, id))
  if (hash === undefined) return 'unknown'
  const place = keySpace.apiKey(hash)
  for (;;) {
    const stored = await store.get(place)
    if (stored === undefined) return 'unknown'
    const next = change(parseKeyRecord(stored))
    if (next === null) return 'unchanged'
    const written = { key: place, value: JSON.stringify(next) }
    if (await store.commit({ checks: [{ key: place, value: stored }], set: [written] })) return 'changed'
  }
}
