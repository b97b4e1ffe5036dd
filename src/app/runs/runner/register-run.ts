import { createHash } from 'node:crypto'
import { WORKFLOW_FILE } from '../../../contract/dispatch.ts'
import type { RegisterRequest } from '../../../contract/runner-protocol.ts'
import { runId } from '../../domain/run-id.ts'
import { advanceRun } from '../../domain/run-state-machine.ts'
import { type RunnerIdentity, verifyClaimant } from '../../domain/verify-claimant.ts'
import { type CreateJobDeps, createJob } from '../../jobs/create-job.ts'
import type { ProjectDeps } from '../../projects/add-projects.ts'
import { findMovedRepository } from '../../projects/find-moved-repository.ts'
import { loadProject } from '../../projects/load-project.ts'
import { type Project, projectIdOf } from '../../projects/project.ts'
import { refreshProject } from '../../projects/refresh-project.ts'
import { baseOf } from '../dispatch/dispatch-run.ts'
import { type RunnerRefusal, refuse } from './runner-refusal.ts'

export interface RegisterDeps extends CreateJobDeps, ProjectDeps {}

const CLAIM_WITHIN_MS = 120_000

export type Registered =
  | { readonly kind: 'registered'; readonly run: string; readonly job: string }
  | { readonly kind: 'limited'; readonly retryAfter: number }
  | RunnerRefusal

/** Where the token names another owner than the project, the repository was transferred, and no event told of it. */
async function projectOf(deps: RegisterDeps, identity: RunnerIdentity): Promise<Project | null> {
  const id = projectIdOf(identity.repositoryId)
  const project = await loadProject(deps.store, id)
  if (project === null || project.accountId === identity.repositoryOwnerId) return project
  await findMovedRepository(deps, project)
  return loadProject(deps.store, id)
}

/**
 * A workflow run started by hand or by schedule gets its job first, once per workflow run, as if it had been
 * dispatched; from then on it goes the way of every run.
 */
export async function registerRun(
  deps: RegisterDeps,
  identity: RunnerIdentity,
  request: RegisterRequest,
): Promise<Registered> {
  const project = await projectOf(deps, identity)
  if (project === null || project.installationId === null) {
    return refuse(
      'app-not-installed',
      'the GitHub App is not installed on this repository: install it, then run the workflow again',
    )
  }
  const fresh = await refreshProject(deps, project)
  const why = verifyClaimant(identity, {
    repositoryId: project.repositoryId,
    repositoryOwnerId: project.accountId,
    workflowFile: WORKFLOW_FILE,
    defaultBranch: fresh.defaultBranch,
    workflowRunId: identity.workflowRunId,
    actorId: null,
  })
  if (why !== null) return refuse('wrong-workflow-run', `this workflow run may not start a job: ${why}`)

  const { repositoryId, workflowRunId } = identity
  const accepted = await createJob(
    deps,
    fresh,
    {
      prompt: request.prompt,
      ref: request.ref ?? null,
      model: request.model ?? null,
      draft: request.draft ?? null,
    },
    { kind: 'actor', id: identity.actorId, login: identity.actor },
    {
      key: String(workflowRunId),
      apiKeyId: `workflow run of repository ${repositoryId}`,
      project: project.id,
      operation: 'register',
      body: createHash('sha256').update(JSON.stringify(request)).digest('hex'),
    },
    (job, now) => {
      const workflow = {
        repositoryId,
        ownerId: project.accountId,
        file: WORKFLOW_FILE,
        branch: fresh.defaultBranch,
        actorId: identity.actorId,
      }
      const plan = {
        attempt: 1,
        workflow,
        filesSha: fresh.filesSha,
        base: baseOf(job, fresh),
        newBranch: null,
      }
      const dueAt = now + CLAIM_WITHIN_MS
      const url = `${job.repository}/actions/runs/${workflowRunId}`
      const dispatching = advanceRun(job, { type: 'dispatching', plan, dueAt }, now)
      if (dispatching.kind === 'ignored') throw new Error(dispatching.why)
      const dispatched = advanceRun(dispatching.job, { type: 'dispatched', workflowRunId, url, dueAt }, now)
      if (dispatched.kind === 'ignored') throw new Error(dispatched.why)
      return dispatched.job
    },
  )
  if (accepted.kind === 'limited') return { kind: 'limited', retryAfter: accepted.allowance.resetSeconds }
  if (accepted.kind === 'spent') return { kind: 'limited', retryAfter: accepted.budget.resetSeconds }
  if (accepted.kind === 'other-body')
    return refuse('registered-before', 'this workflow run has registered another job already')
  return {
    kind: 'registered',
    run: runId({ project: project.id, job: accepted.id, run: 1 }),
    job: accepted.id,
  }
}
