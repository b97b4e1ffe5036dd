import { WORKFLOW_FILE } from '../../contract/github.ts'
import type { RegisterRequest } from '../../contract/runner-protocol/protocol.ts'
import type { Job } from '../domain/job.ts'
import { runId } from '../domain/run-id.ts'
import { advanceRun, type RunEvent } from '../domain/run-state-machine.ts'
import { type ExpectedClaimant, type RunnerIdentity, verifyClaimant } from '../domain/verify-claimant.ts'
import type { AdmissionRefusal } from '../jobs/admit-request.ts'
import { type CreateRequest, createJob } from '../jobs/create-job.ts'
import { type Holds, readHolds } from '../limits/hold.ts'
import { findMovedRepository } from '../projects/installed-projects.ts'
import { loadProject, type Project, projectIdOf } from '../projects/project.ts'
import { type RefreshedProject, refreshProject } from '../projects/refresh-project.ts'
import { type RunnerRefusal, refuse } from './authorize-runner.ts'
import { baseOf } from './dispatch-run.ts'
import type { RunnerWork } from './run-work.ts'

const CLAIM_WITHIN_MS = 120_000

export type RegisterOutcome =
  | { readonly kind: 'registered'; readonly run: string; readonly job: string }
  | AdmissionRefusal
  | RunnerRefusal

/**
 * Creates the job of a manual or scheduled workflow run, once per workflow run. Its run counts as dispatched, and is
 * like any other from then on.
 */
export async function registerRun(
  deps: RunnerWork,
  identity: RunnerIdentity,
  request: RegisterRequest,
): Promise<RegisterOutcome> {
  const early = await refuseRegister(deps, identity)
  if (early !== null) return early
  const known = await projectOf(deps, identity)
  if (known === null || known.installationId === null) return notInstalled()
  const project = await refreshProject(deps, known)
  const why = verifyClaimant(identity, {
    repositoryId: project.repositoryId,
    repositoryOwnerId: project.accountId,
    workflowFile: WORKFLOW_FILE,
    defaultBranch: project.defaultBranch,
    workflowRunId: identity.workflowRunId,
    actorId: null,
    reusableWorkflows: deps.reusableWorkflows,
  })
  if (why !== null) return refuse('wrong-workflow-run', `this workflow run may not start a job: ${why}`)

  const outcome = await createJob(deps, createRequest(project, identity, request), (job, now) =>
    asDispatched(job, project, identity, now),
  )
  switch (outcome.kind) {
    case 'accepted': {
      const run = runId({ project: project.id, job: outcome.id, run: 1 })
      return { kind: 'registered', run, job: outcome.id }
    }
    case 'idempotency-conflict':
      return refuse('registered-before', 'this workflow run has already registered another job')
    default:
      return outcome
  }
}

/** Refuses what needs neither GitHub nor the request. Cheap, so that a route can call it before it reads a body. */
export async function refuseRegister(
  deps: RunnerWork,
  identity: RunnerIdentity,
): Promise<RunnerRefusal | null> {
  const why = verifyClaimant(identity, minimumExpected(identity, deps))
  if (why !== null) return refuse('wrong-workflow-run', `this workflow run may not start a job: ${why}`)
  const project = await loadProject(deps.store, projectIdOf(identity.repositoryId))
  if (project === null) return notInstalled()
  const { inForce } = await readHolds(deps.store, project)
  return inForce === null ? null : paused(project, inForce)
}

const paused = ({ owner, name }: Project, { scope, hold }: NonNullable<Holds['inForce']>): RunnerRefusal => ({
  ...refuse(
    'paused',
    `the operator has paused work for ${scope === 'account' ? owner : `${owner}/${name}`}${hold.why === null ? '' : ` (${hold.why})`}`,
  ),
  reason: 'paused',
})

const notInstalled = (): RunnerRefusal =>
  refuse(
    'app-not-installed',
    'the GitHub App is not installed on this repository: install it, then run the workflow again',
  )

/** If the token names another owner than the project, the repository was transferred and the webhook was lost. */
async function projectOf(deps: RunnerWork, identity: RunnerIdentity): Promise<Project | null> {
  const id = projectIdOf(identity.repositoryId)
  const project = await loadProject(deps.store, id)
  if (project === null || project.accountId === identity.repositoryOwnerId) return project
  await findMovedRepository(deps, project)
  return loadProject(deps.store, id)
}

/**
 * What every claimant must prove: the workflow file, the event and the first attempt. Anyone who can push can start
 * workflows that register; refusing the wrong ones here saves requests to GitHub and the parsing of settings.
 */
const minimumExpected = (identity: RunnerIdentity, { reusableWorkflows }: RunnerWork): ExpectedClaimant => ({
  repositoryId: identity.repositoryId,
  repositoryOwnerId: identity.repositoryOwnerId,
  workflowFile: WORKFLOW_FILE,
  defaultBranch: identity.ref.replace(/^refs\/heads\//, ''),
  workflowRunId: identity.workflowRunId,
  actorId: null,
  reusableWorkflows,
})

/** The origin is the person who started the workflow run. The id of the workflow run is the idempotency key. */
const createRequest = (
  project: Project,
  identity: RunnerIdentity,
  request: RegisterRequest,
): CreateRequest => ({
  project,
  origin: { kind: 'actor', id: identity.actorId, login: identity.actor },
  idempotencyKey: {
    key: String(identity.workflowRunId),
    owner: `workflow run of repository ${identity.repositoryId}`,
    project: project.id,
    operation: 'register',
    body: JSON.stringify(request),
  },
  prompt: request.prompt,
  ref: request.ref ?? null,
  model: request.model ?? null,
  ...(request.fallbackModels !== undefined && { fallbackModels: request.fallbackModels }),
  draft: request.draft ?? null,
})

function asDispatched(job: Job, project: RefreshedProject, identity: RunnerIdentity, now: number): Job {
  const { repositoryId, workflowRunId, actorId } = identity
  const { accountId: ownerId, defaultBranch: branch, filesSha } = project
  const workflow = { repositoryId, ownerId, file: WORKFLOW_FILE, branch, actorId }
  const { budgets } = project.config
  const plan = { attempt: 1, workflow, filesSha, base: baseOf(job, project), budgets, newBranch: null }
  const dueAt = now + CLAIM_WITHIN_MS
  const url = `${job.repository}/actions/runs/${workflowRunId}`
  const dispatching = apply(job, { type: 'dispatching', plan, dueAt }, now)
  return apply(dispatching, { type: 'dispatched', workflowRunId, url, dueAt }, now)
}

/** A new run accepts both events, so an ignored event is a bug. */
function apply(job: Job, event: RunEvent, now: number): Job {
  const transition = advanceRun(job, event, now)
  if (transition.kind === 'ignored') throw new Error(transition.why)
  return transition.job
}
