import { z } from 'zod'
import type { KnownFields } from '../store/parse-records.ts'
import { commitWithRetry, type Store } from '../store/store.ts'

export const accountKeys = {
  record: (login: string) => `account/${login.toLowerCase()}`,
  all: () => 'account/' as const,
}

/** An account that has, or had, the App installed. */
const AccountRecord = z.looseObject({ id: z.int().positive(), login: z.string() })
export type AccountRecord = KnownFields<z.infer<typeof AccountRecord>>

export const parseAccount = (raw: string): AccountRecord => AccountRecord.parse(JSON.parse(raw))

/** Records the account under its login, or updates its id: a login can pass to another account. */
export const recordAccount = (store: Store, { id, login }: AccountRecord): Promise<void> =>
  commitWithRetry(store, `account ${login}`, async () => {
    const key = accountKeys.record(login)
    const raw = await store.get(key)
    const before = raw === undefined ? null : parseAccount(raw)
    const value = JSON.stringify({ ...(before?.id === id && before), id, login })
    if (value === raw) return { result: undefined }
    return { commit: { checks: [{ key, value: raw ?? null }], set: [{ key, value }] }, result: undefined }
  })

/** The account with this login. If the App is not installed on it, rejects with a list of the known accounts. */
export async function findAccount(
  { store }: { readonly store: Store },
  login: string,
): Promise<AccountRecord> {
  const stored = await store.get(accountKeys.record(login))
  if (stored !== undefined) return parseAccount(stored)
  const known = await store.list({ prefix: accountKeys.all(), limit: 50 })
  const names = known.map(({ value }) => parseAccount(value).login)
  throw new Error(
    `the account ${login} is unknown: install the GitHub App on it while the server runs. ` +
      (names.length === 0
        ? 'The App is not installed on any account yet.'
        : `Known accounts: ${names.join(', ')}.`),
  )
}
