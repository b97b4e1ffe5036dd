import { z } from 'zod'
import { commitWithRetry } from '../store/commit-with-retry.ts'
import { keySpace } from '../store/key-space.ts'
import type { KnownFields } from '../store/parse-records.ts'
import type { Store } from '../store/store.ts'

/** An account that has, or had, the App installed. */
const AccountRecord = z.looseObject({ id: z.int().positive(), login: z.string() })
export type AccountRecord = KnownFields<z.infer<typeof AccountRecord>>

export const parseAccount = (raw: string): AccountRecord => AccountRecord.parse(JSON.parse(raw))

/** Records the account under its login, or updates its id: a login can pass to another account. */
export const recordAccount = (store: Store, { id, login }: AccountRecord): Promise<void> =>
  commitWithRetry(store, `account ${login}`, async () => {
    const key = keySpace.account(login)
    const raw = await store.get(key)
    const before = raw === undefined ? null : parseAccount(raw)
    const value = JSON.stringify({ ...(before?.id === id && before), id, login })
    if (value === raw) return { result: undefined }
    return { commit: { checks: [{ key, value: raw ?? null }], set: [{ key, value }] }, result: undefined }
  })
