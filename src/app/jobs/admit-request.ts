import { type Budget, dailyBudget, dailyBudgetKeys, monthlyBudgetsOf } from '../budgets/budgets.ts'
import type { Origin } from '../domain/origin.ts'
import type { MonthlyBudget } from '../domain/run.ts'
import {
  comparedResponse,
  firstResponse,
  type IdempotencyKey,
  responseKeyOf,
} from '../job-store/idempotency.ts'
import type { JobStore } from '../job-store/update-job.ts'
import { type Allowance, chargeStored, type RateLimited, rateLimitKeys } from '../limits/rate-limit.ts'
import { coveringBudgets } from '../projects/match-budgets.ts'
import { forgetReading, organisationKeys } from '../projects/organisation-settings.ts'
import type { Project } from '../projects/project.ts'
import { refreshKeys } from '../projects/refresh-project.ts'
import { type Commit, mergeCommits, type Store } from '../store/store.ts'

/** A request for work, whatever its origin. Each origin builds one, and all are admitted here. */
export interface WorkRequest {
  readonly project: Project
  /** Who asks; recorded with the work. */
  readonly origin: Origin
  /** `null`: a repetition of the request counts as a new request. */
  readonly idempotencyKey: IdempotencyKey | null
}

/** What admits work and commits it: the job store, and the limits of a project. */
export interface WorkStore extends JobStore, RateLimited {
  readonly newJobId: () => string
  readonly defaultModel: string
  /** US dollars that the models of a project may cost in a day. */
  readonly dailyCostUsd: number
}

/** Why no request of this project is admitted now, whatever it asks for. */
export type AdmissionRefusal =
  | { readonly kind: 'app-not-installed'; readonly repository: string }
  | { readonly kind: 'rate-limited'; readonly allowance: Allowance }
  | { readonly kind: 'budget-exhausted'; readonly budget: Budget }
  /** The idempotency key was used with another body. */
  | { readonly kind: 'idempotency-conflict' }

/** The job that the request created or changed, as the caller sees it. */
export interface Accepted {
  readonly kind: 'accepted'
  readonly id: string
  readonly body: string
  /** `null`: the request repeats an earlier one, and nothing was charged. */
  readonly allowance: Allowance | null
}

export interface Admitted {
  readonly kind: 'admitted'
  /** `commit` charges the request and records the response; it is part of the commit that does the work. */
  readonly accept: (job: { readonly id: string; readonly body: string }) => {
    readonly commit: Commit
    readonly outcome: Accepted
  }
}

/**
 * Decides whether a request is admitted: idempotency key, installation, `obstacle` (what about the job itself
 * prevents it), rate limit, budgets of the account and daily budget, in this order. A refused request costs nothing. It writes
 * nothing either, unless a budget of the account is spent: see REREAD_MS.
 */
export async function admitRequest<Obstacle extends { readonly kind: string } = never>(
  { store, rateLimit, dailyCostUsd }: WorkStore,
  { project, idempotencyKey }: WorkRequest,
  now: number,
  obstacle: Obstacle | null = null,
): Promise<Admitted | Accepted | AdmissionRefusal | Obstacle> {
  const stored = await readForAdmission({ store, rateLimit }, project, idempotencyKey)
  const previous = comparedResponse(idempotencyKey, stored.response)
  if (previous.kind === 'other-body') return { kind: 'idempotency-conflict' }
  if (previous.kind === 'replay') return { kind: 'accepted', ...previous.response, allowance: null }
  if (project.installationId === null)
    return { kind: 'app-not-installed', repository: `${project.owner}/${project.name}` }
  if (obstacle !== null) return obstacle
  const charge = chargeStored(stored.uses, project.id, rateLimit, now)
  if (charge.kind === 'exceeded') return { kind: 'rate-limited', allowance: charge.allowance }
  const budgets = coveringBudgets(stored.organisation, project)
  const spent = budgets.length === 0 ? null : await findSpentBudget(store, project, budgets, now)
  if (spent !== null) return { kind: 'budget-exhausted', budget: spent }
  const budget = dailyBudget(stored.spending, dailyCostUsd, now)
  if (budget.leftUsd === 0) return { kind: 'budget-exhausted', budget }
  return {
    kind: 'admitted',
    accept: (job) => ({
      commit: mergeCommits(charge, firstResponse(idempotencyKey, job, now)),
      outcome: { kind: 'accepted', ...job, allowance: charge.allowance },
    }),
  }
}

/** In one read, since each would be a round trip to a database on the network. */
async function readForAdmission(
  { store, rateLimit }: Pick<WorkStore, 'store' | 'rateLimit'>,
  { id, accountId }: Project,
  idempotencyKey: IdempotencyKey | null,
): Promise<Readonly<Record<'spending' | 'organisation' | 'uses' | 'response', string | undefined>>> {
  // Without a limit, its log is not read.
  const limit = rateLimit === 0 ? [] : [rateLimitKeys.uses(id)]
  const keys = [dailyBudgetKeys.spent(id), organisationKeys.settings(accountId), ...limit]
  const count = keys.length
  if (idempotencyKey !== null) keys.push(responseKeyOf(idempotencyKey))
  const values = await store.getMany(keys)
  const [spending, organisation, uses] = values.slice(0, count)
  return { spending, organisation, uses, response: values[count] }
}

/** A refusal has the settings of the organisation read again this often, in case the webhook about a push does not arrive. */
const REREAD_MS = 60_000

async function findSpentBudget(
  store: Store,
  { id, accountId }: Project,
  budgets: readonly MonthlyBudget[],
  now: number,
): Promise<Budget | null> {
  const left = await monthlyBudgetsOf(store, { accountId, budgets }, now)
  const spent = left.find(({ leftUsd }) => leftUsd === 0)
  if (spent === undefined) return null
  const forget = await forgetReading(store, accountId, { ms: REREAD_MS, now })
  // All requests of a minute ask for one refresh, and so do all projects of the account.
  const at = now - (now % REREAD_MS)
  if (forget.set !== undefined)
    await store.commit(mergeCommits(forget, { set: [{ key: refreshKeys.project(id, at), value: '' }] }))
  return spent
}
