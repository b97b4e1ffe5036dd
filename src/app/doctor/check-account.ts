import type { SettingsOfOrganisation } from '../../settings/organisation-schema.ts'
import { monthlyBudgetsOf } from '../budgets/budgets.ts'
import { commandOf } from '../command-line/command-name.ts'
import type { Github } from '../github/github.ts'
import type { Account, RepositoryRef } from '../github/repository.ts'
import { checkNotify as judge, type Notify } from '../outgoing/endpoints/covering-webhooks.ts'
import { resolveBudget } from '../projects/match-budgets.ts'
import { storedOrganisation } from '../projects/organisation-settings.ts'
import { projectIdOf } from '../projects/project.ts'
import { checkRunner, readRunnerRepository, UnfitRunner } from '../projects/runner-repository.ts'
import { openStore } from '../store/open/open-store.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/**
 * What the account has spent of each of its budgets. `null`: the file is invalid, so the last valid one holds. A database that
 * does not exist yet is the finding of another check.
 */
export async function checkBudgets(
  databaseUrl: string,
  { id: accountId, login }: Account,
  given: SettingsOfOrganisation | null,
  now: number,
): Promise<Finding[]> {
  if (given !== null && (given.budgets ?? []).length === 0) return []
  const store = await openStore(databaseUrl, { mustExist: true }).catch(() => null)
  if (store === null) return []
  try {
    const settings = given ?? (await storedOrganisation(store, accountId)).settings
    const budgets = (settings.budgets ?? []).map(resolveBudget)
    const states = await monthlyBudgetsOf(store, { accountId, budgets }, now)
    return states.map(({ name, capUsd, leftUsd, spentUsd, warnUsd, resetAt }) => {
      const text = `${login}, ${name}: ${spentUsd.toFixed(2)} of ${capUsd} US dollars spent this month`
      if (spentUsd < warnUsd) return ok('budget', text)
      const reset = new Date(resetAt).toISOString().slice(0, 10)
      const effect = leftUsd === 0 ? 'no work is accepted' : 'work is refused once it is spent'
      return warn('budget', `${text}; ${effect}`, `raise usd-per-month, or wait until ${reset}`)
    })
  } finally {
    await store.close()
  }
}

/** Whether the runner repository of an account can be used; `null`: it has none. */
export async function checkRunnerRepository(
  databaseUrl: string,
  github: Pick<Github, 'readRepository' | 'isProtected'>,
  { id, login }: Account,
): Promise<{ readonly finding: Finding; readonly repositoryId: number } | null> {
  const store = await openStore(databaseUrl, { mustExist: true }).catch(() => null)
  if (store === null) return null
  try {
    const named = await readRunnerRepository(store, id)
    if (named === null) return null
    const { repositoryId } = named
    try {
      const { url } = await checkRunner({ store, github }, id, named)
      return { repositoryId, finding: ok('runner', `${login}: all work runs in ${url}`) }
    } catch (error) {
      if (!(error instanceof UnfitRunner)) throw error
      const todo = `fix that, or name another one: \`${commandOf('runner-repository')}\``
      const text = `${login}: its runner repository cannot be used: ${error.why}`
      return { repositoryId, finding: fail('runner', text, todo) }
    }
  } finally {
    await store.close()
  }
}

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
