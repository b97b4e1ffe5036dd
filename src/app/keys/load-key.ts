import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { type KeyRecord, parseKeyRecord } from './key-record.ts'

/** The key with this id; `null`: the account has none. */
export async function loadKey(
  store: Pick<Store, 'get'>,
  { accountId, id }: { readonly accountId: number; readonly id: string },
): Promise<KeyRecord | null> {
  const hash = await store.get(keySpace.apiKeyOf(accountId, id))
  const stored = hash === undefined ? undefined : await store.get(keySpace.apiKey(hash))
  return stored === undefined ? null : parseKeyRecord(stored)
}
