import { matchRepository } from '../../settings/match-repository.ts'
import type { SettingsOfOrganisation } from '../../settings/organisation-schema.ts'
import type { ProjectConfig } from './config/project-config.ts'

const DEFAULT_WARN_AT = 80

/** The settings of a project with the budgets that cover it now: its name may have changed since the settings were read. */
export function withBudgets(
  { budgets: _, ...config }: ProjectConfig,
  organisation: SettingsOfOrganisation,
  repository: { readonly owner: string; readonly name: string },
): ProjectConfig {
  const matching = (organisation.budgets ?? []).filter(({ repositories }) =>
    repositories.some((glob) => matchRepository(glob)(repository)),
  )
  return matching.length === 0 ? config : { ...config, budgets: matching.map(resolveBudget) }
}

export const resolveBudget = (budget: NonNullable<SettingsOfOrganisation['budgets']>[number]) => ({
  name: budget.name,
  usdPerMonth: budget['usd-per-month'],
  warnAt: budget['warn-at'] ?? DEFAULT_WARN_AT,
})
