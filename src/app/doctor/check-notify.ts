import type { Account, RepositoryRef } from '../github/repository.ts'
import { checkNotify as judge } from '../outgoing/endpoints/covering-webhooks.ts'
import type { Notify } from '../outgoing/notify.ts'
import { projectIdOf } from '../projects/project.ts'
import { openStore } from '../store/open/open-store.ts'

/** What the settings of a repository ask of webhooks that none sends. Without a database, that is another finding. */
export async function checkNotify(
  { databaseUrl, keyPepper }: { readonly databaseUrl: string; readonly keyPepper: string | null },
  account: Pick<Account, 'id'>,
  repository: Pick<RepositoryRef, 'id'>,
  notify: readonly Notify[],
): Promise<string[]> {
  if (notify.length === 0) return []
  const store = await openStore(databaseUrl, { mustExist: true, keyPepper }).catch(() => null)
  if (store === null) return []
  try {
    return await judge(
      { store, now: Date.now },
      { id: projectIdOf(repository.id), accountId: account.id },
      notify,
    )
  } finally {
    await store.close()
  }
}
