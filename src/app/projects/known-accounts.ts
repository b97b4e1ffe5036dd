import { type AccountRecord, parseAccount } from '../records/account.ts'
import { keySpace, type ListPrefix } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'

const PAGE = 500

/** Ids of the projects that the account owned when the App was last seen on them. */
export const projectIdsOf = (store: Store, accountId: number): Promise<string[]> =>
  valuesBelow(store, keySpace.projectsOf(accountId))

/** The accounts on which the App is, or was, installed. */
export async function knownAccounts(store: Store): Promise<AccountRecord[]> {
  const accounts = await valuesBelow(store, keySpace.accounts())
  return accounts.map(parseAccount)
}

async function valuesBelow(store: Store, prefix: ListPrefix): Promise<string[]> {
  const values: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await store.list({ prefix, limit: PAGE, ...(after === undefined ? {} : { after }) })
    values.push(...page.map((entry) => entry.value))
    after = page.at(-1)?.key
    if (page.length < PAGE || after === undefined) return values
  }
}
