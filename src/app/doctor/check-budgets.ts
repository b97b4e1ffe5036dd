import type { SettingsOfOrganisation } from '../../settings/organisation-schema.ts'
import { monthlyBudgetsOf } from '../budgets/monthly-budget.ts'
import type { Account } from '../github/repository.ts'
import { resolveBudget } from '../projects/match-budgets.ts'
import { storedOrganisation } from '../projects/organisation-settings.ts'
import { openStore } from '../store/open/open-store.ts'
import { type Finding, ok, warn } from './finding.ts'

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
