import { setImmediate } from 'node:timers/promises'
import { matchRepository } from '../../settings/match-name.ts'
import type { SettingsOfOrganisation } from '../../settings/organisation-schema.ts'
import { type Budget, budgetOf, type MonthlyState, monthlyBudgetsOf } from '../budgets/budgets.ts'
import type { MonthlyBudget } from '../domain/run.ts'
import { type Allowance, readAllowance } from '../limits/rate-limit.ts'
import type { Store } from '../store/store.ts'
import { organisationKeys, parseOrganisation } from './organisation-settings.ts'
import type { ProjectConfig } from './parse-project-config.ts'
import type { Project } from './project.ts'

const DEFAULT_WARN_AT = 80

/** The settings of a project with the budgets that cover it now: its name may have changed since the settings were read. */
export function withBudgets(
  { budgets: _, ...config }: ProjectConfig,
  organisation: SettingsOfOrganisation,
  repository: { readonly owner: string; readonly name: string },
): ProjectConfig {
  const budgets = matchBudgets(organisation, repository)
  return budgets.length === 0 ? config : { ...config, budgets }
}

/**
 * The budgets that cover a project, from the newest settings of its account. The record of the project has those of its last
 * refresh, which is that of its last run.
 */
const budgetsOfProject = async (store: Store, project: Project): Promise<MonthlyBudget[]> =>
  coveringBudgets(await store.get(organisationKeys.settings(project.accountId)), project)

/** The same, with the stored record of the account. */
export function coveringBudgets(organisation: string | undefined, project: Project): MonthlyBudget[] {
  const { settings, isKnown } = parseOrganisation(organisation)
  return isKnown ? matchBudgets(settings, project) : [...(project.config?.budgets ?? [])]
}

/** A budget that covers one or more of the projects that were given. */
export interface CoveringBudget extends MonthlyState {
  readonly coversAll: boolean
}

/** What the budgets of these projects of an account have left. */
export async function budgetsAcross(
  store: Store,
  accountId: number,
  projects: readonly Project[],
  now: number,
): Promise<CoveringBudget[]> {
  const organisation = await store.get(organisationKeys.settings(accountId))
  const ofProjects: MonthlyBudget[][] = []
  for (const [i, project] of projects.entries()) {
    // Each can take milliseconds.
    if (i % 4 === 3) await setImmediate()
    ofProjects.push(coveringBudgets(organisation, project))
  }
  const budgets = [...new Map(ofProjects.flat().map((budget) => [budget.name, budget])).values()]
  const states = await monthlyBudgetsOf(store, { accountId, budgets }, now)
  return states.map((state) => {
    const coversAll = ofProjects.every((covering) => covering.some(({ name }) => name === state.name))
    return { ...state, coversAll }
  })
}

/** How much of its limits a project has used. */
export interface ProjectLimits {
  /** Of the last hour; `limit` 0: there is none. */
  readonly requests: Allowance
  /** Of today in UTC. */
  readonly daily: Budget
  /** Of this month in UTC, shared with other projects. */
  readonly monthly: readonly MonthlyState[]
}

export async function limitsOfProject(
  {
    store,
    now,
    dailyCostUsd,
    rateLimit,
  }: {
    readonly store: Store
    readonly now: () => number
    readonly dailyCostUsd: number
    /** Requests of a project in an hour; 0 is no limit. */
    readonly rateLimit: number
  },
  project: Project,
): Promise<ProjectLimits> {
  const { id, accountId } = project
  const budgets = await budgetsOfProject(store, project)
  const at = now()
  const [requests, daily, monthly] = await Promise.all([
    readAllowance(store, id, rateLimit, at),
    budgetOf(store, id, dailyCostUsd, at),
    monthlyBudgetsOf(store, { accountId, budgets }, at),
  ])
  return { requests, daily, monthly }
}

/** The settings of the account with only those budgets that cover a repository: its readers need not see the others. */
export function settingsFor(
  { budgets, ...organisation }: SettingsOfOrganisation,
  repository: NamedRepository,
): SettingsOfOrganisation {
  const covering = findCovering(budgets, repository)
  return covering.length === 0 ? organisation : { ...organisation, budgets: covering }
}

interface NamedRepository {
  readonly owner: string
  readonly name: string
}

const matchBudgets = ({ budgets }: SettingsOfOrganisation, repository: NamedRepository) =>
  findCovering(budgets, repository).map(resolveBudget)

type Budgets = NonNullable<SettingsOfOrganisation['budgets']>

/** Of each file, which is parsed once, by `owner/name`: every request for work asks. */
const matchers = new WeakMap<Budgets, (repository: NamedRepository) => Budgets>()

function findCovering(budgets: Budgets = [], repository: NamedRepository): Budgets {
  const match = matchers.get(budgets) ?? compileBudgets(budgets)
  matchers.set(budgets, match)
  return match(repository)
}

/** Compares each glob once, although all budgets may name the same ones: a file has at most 64 KiB of different ones. */
function compileBudgets(budgets: Budgets): (repository: NamedRepository) => Budgets {
  const globs = [...new Set(budgets.flatMap(({ repositories }) => repositories))]
  const compiled = globs.map((glob) => ({ glob, matches: matchRepository(glob) }))
  const known = new Map<string, Budgets>()
  return (repository) => {
    const name = `${repository.owner}/${repository.name}`
    const before = known.get(name)
    if (before !== undefined) return before
    const matching = new Set(compiled.filter(({ matches }) => matches(repository)).map(({ glob }) => glob))
    const covering = budgets.filter(({ repositories }) => repositories.some((glob) => matching.has(glob)))
    known.set(name, covering)
    return covering
  }
}

export const resolveBudget = (budget: NonNullable<SettingsOfOrganisation['budgets']>[number]) => ({
  name: budget.name,
  usdPerMonth: budget['usd-per-month'],
  warnAt: budget['warn-at'] ?? DEFAULT_WARN_AT,
})
