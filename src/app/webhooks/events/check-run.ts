import { z } from 'zod'
import { personOnGithub } from '../../audit/actor.ts'
import type { Job } from '../../domain/job.ts'
import { isEnded } from '../../domain/run.ts'
import { parseRunId, runId } from '../../domain/run-id.ts'
import { readShown } from '../../feedback/shown.ts'
import { GithubRefused, GithubUnavailable } from '../../github/errors.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import { loadJob } from '../../job-store/job-record.ts'
import { cancelJob } from '../../jobs/cancel-job.ts'
import { loadProject, type Project, projectIdOf, repositoryRef } from '../../projects/project.ts'
import { type CheckSender, createCheckSender, type Named } from '../../triggers/check-sender.ts'
import { countAnswer } from '../../triggers/limit-answers.ts'
import { receiveCheckFailure } from '../../triggers/reports/ci-failure.ts'
import { findDeliveringJob } from '../../triggers/reports/delivering-job.ts'
import { retry } from '../../triggers/run-verb.ts'
import type { EventWork, GithubEvents } from './event-work.ts'

type ClickWork = EventWork & { readonly checkSender: CheckSender }

interface Click {
  readonly repositoryId: number
  /** The id of the run, as the check run has it. */
  readonly run: string
  readonly button: 'stop' | 'retry'
  readonly sender: { readonly id: number; readonly login: string; readonly type?: string }
}

/**
 * Failures of checks, the buttons of our check runs, and GitHub's own "Re-run", which is a retry. GitHub sends a click
 * only to the App that owns the check run: https://docs.github.com/en/webhooks/webhook-events-and-payloads#check_run
 */
export function onCheckRun(events: GithubEvents, given: EventWork): void {
  const deps = { ...given, checkSender: createCheckSender(given) }
  events.on('check_run.requested_action', async ({ payload }) => {
    const button = payload.requested_action?.identifier
    if (button !== 'stop' && button !== 'retry') return
    const { check_run: checkRun, repository, sender } = payload
    await onClick(deps, { repositoryId: repository.id, run: checkRun.external_id ?? '', button, sender })
  })
  events.on('check_run.completed', ({ payload }) => receiveFailure(deps, payload))
  events.on('check_run.rerequested', async ({ payload }) => {
    const { check_run: checkRun, repository, sender } = payload
    const run = checkRun.external_id ?? ''
    await onClick(deps, { repositoryId: repository.id, run, button: 'retry', sender })
  })
  // "Re-run all checks" names the commit, and none of its check runs.
  events.on('check_suite.rerequested', async ({ payload }) => {
    const { check_suite: suite, repository, sender } = payload
    const pullRequests = suite.pull_requests.slice(0, MAX_PULL_REQUESTS).map(({ number }) => number)
    for (const run of await runsOn(deps, repository.id, pullRequests, suite.head_sha))
      await onClick(deps, { repositoryId: repository.id, run, button: 'retry', sender })
  })
}

const MAX_PULL_REQUESTS = 10

/** The run of each job whose newest check run is on this commit. */
async function runsOn(
  { store }: ClickWork,
  repositoryId: number,
  pullRequests: readonly number[],
  sha: string,
): Promise<readonly string[]> {
  const runs = new Set<string>()
  for (const pullRequest of pullRequests) {
    const job = await findDeliveringJob(store, repositoryId, pullRequest)
    if (job === null) continue
    const newest = (await readShown(store, job.id)).shown.checkRuns.at(-1)
    if (newest?.sha === sha) runs.add(runId({ project: job.project, job: job.id, run: newest.run }))
  }
  return [...runs]
}

const Failed = z.object({
  repository: z.object({ id: z.int() }),
  check_run: z.object({
    id: z.int(),
    conclusion: z.enum(['failure', 'timed_out']),
    app: z.object({ id: z.int() }),
    check_suite: z.object({ head_branch: z.string() }),
  }),
})

/** A check run of any App. The settings name those that count. */
async function receiveFailure(deps: EventWork, payload: unknown): Promise<void> {
  const failed = Failed.safeParse(payload)
  if (!failed.success) return
  const { repository, check_run: run } = failed.data
  const project = await loadProject(deps.store, projectIdOf(repository.id))
  if (project === null) return
  const failure = { checkRunId: run.id, branch: run.check_suite.head_branch, at: deps.now() }
  await receiveCheckFailure(deps, project, { ...failure, app: run.app.id })
}

/** A click on the check run of an earlier run does nothing: its page may have been open for days. */
async function onClick(deps: ClickWork, { repositoryId, run, button, sender }: Click): Promise<void> {
  const key = parseRunId(run)
  if (key === null || key.project !== projectIdOf(repositoryId)) return
  const project = await loadProject(deps.store, key.project)
  const found = await loadJob(deps.store, key)
  if (project === null || found?.job.run.number !== key.run) return
  if (isEnded(found.job.run) === (button === 'stop')) return
  const repository = repositoryRef(project)
  if (repository === null || sender.type !== 'User') return
  // Anyone who can read a public repository may see a button. GitHub is asked what the person may do now.
  const named = project.config?.triggers ?? null
  if (!(await mayAsk(deps, repository, sender, named))) return
  if (button === 'stop') await cancelJob(deps, key, personOnGithub(sender))
  else await onRetry(deps, { project, repository, job: found.job, sender })
}

/** GitHub shows its "Re-run" for each check run, also of a run that succeeded. The pull request gets the reason of a refusal. */
async function onRetry(
  deps: ClickWork,
  about: {
    readonly project: Project
    readonly repository: RepositoryRef
    readonly job: Job
    readonly sender: Click['sender']
  },
): Promise<void> {
  const { project, repository, job, sender } = about
  const { id, login } = sender
  const outcome = await retry(deps, job, {
    project,
    ...{ origin: { kind: 'actor', id, login }, idempotencyKey: null },
  })
  const pullRequest = job.pullRequest?.number
  if (outcome.kind !== 'answered' || pullRequest === undefined) return
  if (!(await countAnswer(deps, project, pullRequest))) return
  const text = `@${login} ${outcome.text}`
  await unlessAway(deps, login, 'a click on a check run is not answered', () =>
    deps.github.createComment(repository, pullRequest, text),
  )
}

async function mayAsk(
  deps: ClickWork,
  repository: RepositoryRef,
  { id, login }: Click['sender'],
  named: Named | null,
): Promise<boolean> {
  const person = { id, login }
  const check = await unlessAway(
    ...([deps, login, 'a click on a check run is ignored: GitHub does not say who may write'] as const),
    () => deps.checkSender(repository, person, { isMember: false, named }),
  )
  return check?.kind === 'may-ask'
}

/** A click that waits for the end of an outage would surprise the person who clicked, so it is lost. */
async function unlessAway<T>(
  { log }: ClickWork,
  sender: string,
  otherwise: string,
  ask: () => Promise<T>,
): Promise<T | null> {
  try {
    return await ask()
  } catch (err) {
    if (!(err instanceof GithubUnavailable || err instanceof GithubRefused)) throw err
    log.warn({ err, sender }, otherwise)
    return null
  }
}
