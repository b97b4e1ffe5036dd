import { type AccountRecord, parseAccount } from '../records/account.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'

/** The account of that login; rejects with the accounts there are if the app is not installed on it. */
export async function findAccount(
  { store }: { readonly store: Store },
  login: string,
): Promise<AccountRecord> {
  const stored = await store.get(keySpace.account(login))
  if (stored !== undefined) return parseAccount(stored)
  const known = await store.list({ prefix: keySpace.accounts(), limit: 50 })
  const names = known.map(({ value }) => parseAccount(value).login)
  throw new Error(
    `the account ${login} is not known: install the GitHub App on it first, with the app running. ` +
      (names.length === 0 ? 'No account has it installed yet.' : `Known accounts: ${names.join(', ')}.`),
  )
}
