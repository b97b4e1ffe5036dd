import { addSpending } from '../../budgets/daily-budget.ts'
import { type BudgetWarning, chargeMonthlyBudgets } from '../../budgets/monthly-budget.ts'
import type { Run } from '../../domain/run.ts'
import { type Commit, mergeCommits, type Store } from '../../store/store.ts'

/** The part of a commit that charges a cost of the run to the project and to the budgets of its account. */
export async function chargeRun(
  store: Store,
  project: string,
  { workflow, budgets = [] }: Run,
  usd: number,
  now: number,
): Promise<{ commit: Commit; warnings: readonly BudgetWarning[] }> {
  const daily = await addSpending(store, project, usd, now)
  if (workflow === null) return { commit: daily, warnings: [] }
  const charged = { accountId: workflow.ownerId, budgets }
  const { warnings, ...monthly } = await chargeMonthlyBudgets(store, charged, usd, now)
  return { commit: mergeCommits(daily, monthly), warnings }
}

export interface BudgetLog {
  readonly log: { warn(fields: object, text: string): void }
}

/** To be called once the commit has succeeded. */
export function logWarnings({ log }: BudgetLog, warnings: readonly BudgetWarning[]): void {
  for (const warning of warnings) log.warn(warning, 'a monthly budget has reached its warn-at')
}
