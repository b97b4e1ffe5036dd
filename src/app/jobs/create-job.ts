import type { Job, Origin } from '../domain/job.ts'
import { newRun } from '../domain/run-state-machine.ts'
import type { Project } from '../projects/project.ts'
import { type Budget, budgetOf } from '../records/daily-budget.ts'
import { earlierAnswer, firstAnswer, type IdempotentCall } from '../records/idempotency.ts'
import { jobCommit, readView } from '../records/job-commit.ts'
import { queueIfLimited, type RateLimited } from '../records/keyed-queue.ts'
import { type Allowance, chargeUse } from '../records/rate-limit.ts'
import { type JobStore, merge } from '../records/update-job.ts'
import { type Attempt, commitWithRetry } from '../store/commit-with-retry.ts'
import { keySpace } from '../store/key-space.ts'
import type { Commit } from '../store/store.ts'

export interface CreateJobDeps extends JobStore, RateLimited {
  readonly newJobId: () => string
  readonly dailyCostUsd: number
  readonly defaultModel: string
}

export interface JobRequest {
  readonly prompt: string
  readonly ref: string | null
  readonly model: string | null
  readonly draft: boolean | null
}

export type CreateJobOutcome =
  | {
      readonly kind: 'accepted'
      readonly id: string
      readonly body: string
      readonly allowance: Allowance | null
    }
  | { readonly kind: 'limited'; readonly allowance: Allowance }
  | { readonly kind: 'spent'; readonly budget: Budget }
  | { readonly kind: 'other-body' }

/** Takes the first step of a job's run into the same commit, where a runner asks for its own job. */
export type FirstStep = (job: Job, now: number) => Job

/** From a prompt to a job: record, indexes, limit and idempotency in one commit. After it the job is never lost. */
export function createJob(
  deps: CreateJobDeps,
  project: Project,
  request: JobRequest,
  origin: Origin,
  call: IdempotentCall | null,
  firstStep: FirstStep = (job) => job,
): Promise<CreateJobOutcome> {
  return queueIfLimited(deps, project.id, async () => {
    const attempt = () => prepareJob(deps, project, request, origin, call, firstStep)
    const outcome = await commitWithRetry(deps.store, `new job of project ${project.id}`, attempt)
    if (outcome.kind === 'accepted') deps.onDue()
    return outcome
  })
}

async function prepareJob(
  deps: CreateJobDeps,
  project: Project,
  request: JobRequest,
  origin: Origin,
  call: IdempotentCall | null,
  firstStep: FirstStep,
): Promise<Attempt<CreateJobOutcome>> {
  const earlier = await earlierAnswer(deps.store, call)
  if (earlier.kind === 'other-body') return { result: earlier }
  if (earlier.kind === 'replay') return { result: { kind: 'accepted', ...earlier.answer, allowance: null } }
  const now = deps.now()
  const charge = await chargeUse(deps.store, project.id, deps.rateLimit, now)
  if (charge.kind === 'exceeded') return { result: { kind: 'limited', allowance: charge.allowance } }
  const budget = await budgetOf(deps.store, project.id, deps.dailyCostUsd, now)
  if (budget.leftUsd === 0) return { result: { kind: 'spent', budget } }

  const job = firstStep(newJob(deps, project, request, origin, now), now)
  const { id } = job
  const create = jobCommit(null, job, null, deps.retention)
  const body = bodyOf(create)
  const message = { key: keySpace.message(id, 1), value: JSON.stringify({ text: request.prompt, at: now }) }
  const once = firstAnswer(call, { id, body }, now)
  const commit = [charge, once, { set: [message] }].reduce<Commit>(merge, create)
  return { commit, result: { kind: 'accepted', id, body, allowance: charge.allowance } }
}

const bodyOf = (create: Required<Commit>): string => {
  const view = create.set.find((write) => write.key.startsWith('view/'))
  if (view === undefined) throw new Error('a new job has no view')
  return readView(view.value).body
}

function newJob(
  deps: CreateJobDeps,
  project: Project,
  request: JobRequest,
  origin: Origin,
  now: number,
): Job {
  const id = deps.newJobId()
  return {
    v: 1,
    rev: 1,
    id,
    project: project.id,
    repositoryId: project.repositoryId,
    repository: project.url,
    createdAt: now,
    archivedAt: null,
    lastActivityAt: now,
    deletedAt: null,
    dueAt: null,
    origin,
    accountId: project.accountId,
    model: request.model ?? project.config?.model ?? deps.defaultModel,
    base: request.ref,
    draft: request.draft,
    branch: `prentice/${shortId(id)}`,
    branchExists: false,
    pullRequest: null,
    messages: 1,
    taken: 0,
    run: newRun(1, 1, 1, now),
    cleanups: [],
  }
}

/** The random end of the id, not its time: two jobs of one moment must not share a branch. */
const shortId = (id: string): string => id.slice(-10)
