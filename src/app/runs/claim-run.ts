import { createHash, timingSafeEqual } from 'node:crypto'
import { reason } from '../../contract/reasons.ts'
import { type Assignment, type EarlierTurn, PROTOCOL_VERSION } from '../../contract/runner-protocol.ts'
import { type Github, GithubRefused } from '../github/github.ts'
import type { Job, Run } from '../jobs/job-record.ts'
import { budgetOf } from '../jobs/spending.ts'
import { advanceJob, type JobStore, loadJob } from '../jobs/update-job.ts'
import { loadProject } from '../projects/load-project.ts'
import { type Project, repositoryRef } from '../projects/project.ts'
import type { ProjectConfig } from '../projects/project-config.ts'
import { readInstructions } from '../projects/refresh-project.ts'
import { checkClaimant, type RunnerIdentity } from './check-claimant.ts'
import { earlierRuns, readPrompts, readSummaries } from './run-history.ts'
import { parseRunId, type RunKey, runId } from './run-id.ts'
import { isEnded, wasNeverSeen } from './run-state.ts'

export interface ClaimDeps extends JobStore {
  readonly github: Github
  /** What a run may use at most where the project's config does not say. */
  /** US dollars that the models of a project may cost in a day. */
  readonly dailyCostUsd: number
  readonly limits: { readonly steps: number; readonly seconds: number; readonly costUsd: number }
  /** Web URL of GitHub. */
  readonly serverUrl: string
}

export type RunnerRefusal = {
  readonly kind: 'refused'
  readonly status: 401 | 403 | 404 | 409 | 410 | 426
  readonly error: string
}
export const refuse = (status: RunnerRefusal['status'], error: string): RunnerRefusal => ({
  kind: 'refused',
  status,
  error,
})

const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const isSecretOf = (run: Run, secret: string): boolean =>
  run.secretHash !== null && timingSafeEqual(Buffer.from(run.secretHash), Buffer.from(hashSecret(secret)))

/** How long a quiet runner is left alone before GitHub is asked about it. */
export const QUIET_MS = 90_000

/** Each earlier prompt is shown to a later turn up to here. */
const EARLIER_PROMPT_LIMIT = 4_000

/** Gives the run to the first runner that proves it is the workflow run we started; to the same one again and again. */
export async function claimRun(
  deps: ClaimDeps,
  identity: RunnerIdentity,
  secret: string,
  claim: { run: string; protocol: number },
): Promise<{ kind: 'claimed'; assignment: Assignment } | RunnerRefusal> {
  const key = parseRunId(claim.run)
  const found = key && (await loadJob(deps.store, key))
  if (key === null || found === null) return refuse(404, `there is no run ${claim.run}`)
  const { job } = found
  if (job.run.number !== key.run || isEnded(job.run)) return refuse(410, `run ${claim.run} has ended`)
  const { workflow } = job.run
  if (workflow === null) return refuse(409, `run ${claim.run} was not dispatched`)
  const why = checkClaimant(identity, {
    repositoryId: workflow.repositoryId,
    repositoryOwnerId: workflow.ownerId,
    workflowFile: workflow.file,
    defaultBranch: workflow.branch,
    workflowRunId: job.run.workflowRunId,
    actorId: workflow.actorId,
  })
  if (why !== null) return refuse(403, `this is not the workflow run that run ${claim.run} waits for: ${why}`)
  if (claim.protocol !== PROTOCOL_VERSION) return tooOld(deps, key, claim.protocol)

  const claimed = await advanceJob(deps, key, {
    type: 'claimed',
    secretHash: hashSecret(secret),
    workflowRunId: identity.workflowRunId,
    url: `${job.repository}/actions/runs/${identity.workflowRunId}`,
    dueAt: deps.now() + QUIET_MS,
  })
  if (claimed.kind === 'absent') return refuse(404, `there is no run ${claim.run}`)
  if (claimed.kind === 'ignored') return refuse(isEnded(claimed.job.run) ? 410 : 409, claimed.why)
  return assign(deps, key, claimed.job)
}

/** Where GitHub gives no token, nobody can work: the run fails with its reason, and the runner is told it has ended. */
async function assign(
  deps: ClaimDeps,
  key: RunKey,
  job: Job,
): Promise<{ kind: 'claimed'; assignment: Assignment } | RunnerRefusal> {
  try {
    return { kind: 'claimed', assignment: await assignmentOf(deps, key, job) }
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    await advanceJob(deps, key, { type: 'failed', reason: error.reason })
    return refuse(410, error.reason.message)
  }
}

async function tooOld(deps: ClaimDeps, key: RunKey, protocol: number): Promise<RunnerRefusal> {
  const why = reason('action-too-old', String(protocol))
  await advanceJob(deps, key, { type: 'failed', reason: why })
  return refuse(426, why.message)
}

async function assignmentOf(deps: ClaimDeps, key: RunKey, job: Job): Promise<Assignment> {
  const project = await loadProject(deps.store, job.project)
  const repository = project && repositoryRef(project)
  if (project === null || repository === null) throw new GithubRefused(reason('app-uninstalled'))
  const { config } = project
  const { base, filesSha, first, last } = job.run
  if (config === null || base === null || filesSha === null)
    throw new Error(`run ${runId(key)} was not dispatched`)
  const [prompts, earlier, instructions, identity, fetchToken, budget] = await Promise.all([
    readPrompts(deps.store, job.id, first, last),
    earlierTurns(deps, job),
    readInstructions(deps.store, project.id, filesSha),
    deps.github.identity(),
    deps.github.mintFetchToken(repository),
    budgetOf(deps.store, project.id, deps.dailyCostUsd, deps.now()),
  ])
  return {
    run: runId(key),
    job: job.id,
    number: job.run.number,
    repository: {
      id: project.repositoryId,
      owner: project.owner,
      name: project.name,
      url: project.url,
      private: project.private,
    },
    base,
    branch: job.branch,
    pullRequest: job.branchExists ? job.pullRequest : null,
    prompts,
    earlier,
    model: job.model,
    draft: job.draft ?? config.draft,
    limits: limitsOf(deps.limits, config, budget.leftUsd),
    rules: {
      allowedPaths: config.allowedPaths,
      unprotectedPaths: config.unprotectedPaths,
      maxFiles: config.maxFiles,
      maxBytes: config.maxBytes,
    },
    instructions,
    author: { name: identity.botLogin, email: identity.botEmail },
    coAuthor: coAuthorOf(job, deps.serverUrl),
    showPrompt: showPrompt(job, project, config),
    fetchToken,
  }
}

async function earlierTurns(deps: ClaimDeps, job: Job): Promise<EarlierTurn[]> {
  const runs = (await earlierRuns(deps.store, job)).filter((run) => !wasNeverSeen(run))
  const summaries = await readSummaries(deps.store, job.id, runs)
  return Promise.all(
    runs.map(async (run, i) => {
      const prompts = await readPrompts(deps.store, job.id, run.first, run.last)
      return {
        prompts: prompts.map(({ text }) => shorten(text, EARLIER_PROMPT_LIMIT)),
        outcome: run.reason === null ? run.state : `${run.state}: ${run.reason.message}`,
        summary: summaries[i] ?? null,
      }
    }),
  )
}

const shorten = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length - limit} characters more)`

/** A run that begins when little of the day's money is left may use no more than that. */
const LEAST_USD = 0.01

const limitsOf = (
  limits: ClaimDeps['limits'],
  config: ProjectConfig,
  leftUsd: number,
): Assignment['limits'] => ({
  steps: config.limits.steps ?? limits.steps,
  seconds:
    config.limits.minutes === null ? limits.seconds : Math.max(1, Math.round(config.limits.minutes * 60)),
  costUsd: Math.max(LEAST_USD, Math.min(config.limits.costUsd ?? limits.costUsd, leftUsd)),
})

/** GitHub's own no-reply address: https://docs.github.com/en/account-and-profile/reference/email-addresses-reference */
function coAuthorOf(job: Job, serverUrl: string): Assignment['coAuthor'] {
  if (job.origin.kind !== 'actor') return null
  const { id, login } = job.origin
  return { name: login, email: `${id}+${login}@users.noreply.${new URL(serverUrl).hostname}` }
}

/** A prompt that came over HTTP stays off a public repository unless its config says otherwise. */
const showPrompt = (job: Job, project: Project, config: ProjectConfig): boolean =>
  project.private || job.origin.kind === 'actor' || config.showPrompt
