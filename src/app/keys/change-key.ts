import { commitWithRetry } from '../store/commit-with-retry.ts'
import { keySpace } from '../store/key-space.ts'
import { type Commit, mergeCommits, type Store } from '../store/store.ts'
import { type KeyRecord, parseKeyRecord } from './key-record.ts'

/** Compare-and-set on the record of a key. `change` returns `null` to leave the key unchanged. */
export async function changeKey(
  store: Store,
  { accountId, id }: { readonly accountId: number; readonly id: string },
  change: (key: KeyRecord) => KeyRecord | null,
  beside: (changed: KeyRecord) => Commit = () => ({}),
): Promise<'changed' | 'unchanged' | 'unknown'> {
  const hash = await store.get(keySpace.apiKeyOf(accountId, id))
  if (hash === undefined) return 'unknown'
  const place = keySpace.apiKey(hash)
  return commitWithRetry<'changed' | 'unchanged' | 'unknown'>(store, `API key ${id}`, async () => {
    const stored = await store.get(place)
    if (stored === undefined) return { result: 'unknown' }
    const next = change(parseKeyRecord(stored))
    if (next === null) return { result: 'unchanged' }
    const changed = {
      checks: [{ key: place, value: stored }],
      set: [{ key: place, value: JSON.stringify(next) }],
    }
    return { commit: mergeCommits(changed, beside(next)), result: 'changed' }
  })
}
