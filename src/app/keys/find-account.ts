import { type AccountRecord, parseAccount } from '../records/account.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'

/** The account with this login. If the App is not installed on it, rejects with a list of the known accounts. */
export async function findAccount(
  { store }: { readonly store: Store },
  login: string,
): Promise<AccountRecord> {
  const stored = await store.get(keySpace.account(login))
  if (stored !== undefined) return parseAccount(stored)
  const known = await store.list({ prefix: keySpace.accounts(), limit: 50 })
  const names = known.map(({ value }) => parseAccount(value).login)
  throw new Error(
    `the account ${login} is unknown: install the GitHub App on it while the server runs. ` +
      (names.length === 0
        ? 'The App is not installed on any account yet.'
        : `Known accounts: ${names.join(', ')}.`),
  )
}
