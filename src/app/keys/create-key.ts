import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { makeKey } from './format-key.ts'
import { hashKey, KeyRecord, type Scope } from './key-record.ts'

export interface NewKey {
  readonly accountId: number
  readonly name: string
  readonly scopes: readonly Scope[]
  /** `null`: every project of the account. */
  readonly projectIds: readonly string[] | null
  readonly allowedIps: readonly string[]
  /** `null`: does not expire. */
  readonly expiresInDays: number | null
  readonly createdBy: string
}

interface Deps {
  readonly store: Store
  readonly now: () => number
  readonly newId: () => string
  readonly randomInt: (below: number) => number
}

const DAY = 86_400_000

/** Makes a key and answers it in clear, which nobody can do again. */
export async function createKey(
  { store, now, newId, randomInt }: Deps,
  wanted: NewKey,
): Promise<{ key: string; record: KeyRecord }> {
  const { expiresInDays, ...rest } = wanted
  const key = makeKey(randomInt)
  const createdAt = now()
  const record = KeyRecord.parse({
    v: 1,
    ...rest,
    id: newId(),
    start: key.slice(0, 8),
    last4: key.slice(-4),
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresInDays === null ? null : new Date(createdAt + expiresInDays * DAY).toISOString(),
    revokedAt: null,
    lastUsedAt: null,
  })
  await keep(store, hashKey(key), record)
  return { key, record }
}

async function keep(store: Store, hash: string, record: KeyRecord): Promise<void> {
  const place = keySpace.apiKey(hash)
  const index = keySpace.apiKeyOf(record.accountId, record.id)
  const kept = await store.commit({
    checks: [
      { key: place, value: null },
      { key: index, value: null },
    ],
    set: [
      { key: place, value: JSON.stringify(record) },
      { key: index, value: hash },
    ],
  })
  if (!kept) throw new Error('a key with this id exists already: the source of randomness repeats itself')
}
