import { type Reason, reason } from '../../contract/reasons.ts'
import { budgetOf, monthlyBudgetsOf } from '../budgets/budgets.ts'
import type { Job } from '../domain/job.ts'
import type { GithubOrigin, KeyOrigin, PersonOrigin, SettingsOrigin } from '../domain/origin.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { readMessages } from '../job-store/messages.ts'
import { findKeyInForce } from '../keys/find-key.ts'
import { covers } from '../keys/key-record.ts'
import type { Project } from '../projects/project.ts'
import { mayAsk } from '../triggers/check-sender.ts'
import type { RunWork } from './run-work.ts'

/**
 * Why a run that was parked must not start now, `null` if it may: since its request was admitted, a key may have been
 * revoked, a person may have lost their rights, and budgets may have been spent.
 */
export async function readmitRun(
  deps: RunWork,
  job: Job,
  project: Project,
  repository: RepositoryRef,
): Promise<Reason | null> {
  if (job.run.parkedUntil === undefined) return null
  const detail =
    (await findSpentBudget(deps, project)) ?? (await findLostRight(deps, job, project, repository))
  return detail === null ? null : reason('not-admitted', detail)
}

async function findSpentBudget(
  { store, now, dailyCostUsd }: RunWork,
  { id, accountId, config }: Project,
): Promise<string | null> {
  const monthly = await monthlyBudgetsOf(store, { accountId, budgets: config?.budgets ?? [] }, now())
  const spent = monthly.find(({ leftUsd }) => leftUsd === 0)
  if (spent !== undefined) return `the organisation's budget ${spent.name} of this month is used up`
  const { leftUsd } = await budgetOf(store, id, dailyCostUsd, now())
  return leftUsd === 0 ? "the project's budget of today is used up" : null
}

/** The last prompt of the turn decides: who sent it has asked for this run. */
async function findLostRight(
  deps: RunWork,
  job: Job,
  project: Project,
  repository: RepositoryRef,
): Promise<string | null> {
  const [last] = await readMessages(deps.store, job.id, job.messages, job.messages)
  const origin = last?.message?.origin ?? job.origin
  switch (origin.kind) {
    case 'key':
      return findKeyProblem(deps, origin, project)
    case 'watch':
      return isWatched(project, origin.name)
        ? null
        : `the settings of the project no longer watch ${origin.name}`
    case 'settings':
      return isOn(project, origin) ? null : `the settings of the project no longer have \`${origin.id}\``
    case 'actor':
    case 'github':
      return findPersonProblem(deps, origin, project, repository)
  }
}

const isOn = ({ config }: Project, { id }: SettingsOrigin): boolean =>
  id === 'on-ci-failure' ? config?.ciFailures !== undefined : config?.updateOnConflict !== undefined

const isWatched = ({ config }: Project, name: string): boolean =>
  config?.watch?.some(({ repository }) => repository.toLowerCase() === name.toLowerCase()) ?? false

async function findKeyProblem(
  { store, now }: RunWork,
  { id, name }: KeyOrigin,
  project: Project,
): Promise<string | null> {
  const found = await findKeyInForce(store, { accountId: project.accountId, id }, now())
  const shown = `the API key ${JSON.stringify(name)}`
  switch (found.kind) {
    case 'in-force':
      return covers(found.key, project) ? null : `${shown} no longer covers the project`
    case 'expired':
      return `${shown} has expired`
    default:
      return `${shown} was ${found.kind}`
  }
}

async function findPersonProblem(
  deps: RunWork,
  person: GithubOrigin | PersonOrigin,
  { config }: Project,
  repository: RepositoryRef,
): Promise<string | null> {
  return (await mayAsk(deps, repository, person, config?.triggers ?? null))
    ? null
    : `${person.login} may not ask for work in the repository any more`
}
