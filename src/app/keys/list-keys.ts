import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { type KeyRecord, parseKeyRecord } from './key-record.ts'

const PAGE = 200

/** All keys of an account, the newest first, expired and revoked ones included. */
export async function listKeys(
  { store }: { readonly store: Store },
  accountId: number,
): Promise<KeyRecord[]> {
  const records: KeyRecord[] = []
  const prefix = keySpace.apiKeysOf(accountId)
  for (let after: string = prefix; ; ) {
    const page = await store.list({ prefix, after, limit: PAGE })
    const stored = await store.getMany(page.map(({ value: hash }) => keySpace.apiKey(hash)))
    records.push(...stored.filter((value) => value !== undefined).map((value) => parseKeyRecord(value)))
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) break
    after = last.key
  }
  return records.sort((a, b) => b.createdAt.localeCompare(a.createdAt))
}
