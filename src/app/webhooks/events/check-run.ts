import { z } from 'zod'
import { personOnGithub } from '../../audit/actor.ts'
import { parseRunId } from '../../domain/run-id.ts'
import { isEnded } from '../../domain/run-state-machine.ts'
import { GithubRefused, GithubUnavailable } from '../../github/errors.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import { type Project, projectIdOf, repositoryRef } from '../../projects/project.ts'
import { loadJob } from '../../records/update-job.ts'
import { type CheckSender, createCheckSender, type Named } from '../../triggers/check-sender.ts'
import type { GithubEvents, WebhookDeps } from './deps.ts'

interface ClickDeps extends WebhookDeps {
  readonly checkSender: CheckSender
}

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
export function onCheckRun(events: GithubEvents, given: WebhookDeps): void {
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
async function receiveFailure(deps: WebhookDeps, payload: unknown): Promise<void> {
  const failed = Failed.safeParse(payload)
  if (!failed.success) return
  const { repository, check_run: run } = failed.data
  const project = await deps.projects.load(projectIdOf(repository.id))
  if (project === null) return
  const failure = { checkRunId: run.id, branch: run.check_suite.head_branch, at: deps.now() }
  await deps.triggers.receiveCheckFailure(project, { ...failure, app: run.app.id })
}

/** A click on the check run of an earlier run does nothing: its page may have been open for days. */
async function onClick(deps: ClickDeps, { repositoryId, run, button, sender }: Click): Promise<void> {
  const key = parseRunId(run)
  if (key === null || key.project !== projectIdOf(repositoryId)) return
  const project = await deps.projects.load(key.project)
  const found = await loadJob(deps.store, key)
  if (project === null || found?.job.run.number !== key.run) return
  if (isEnded(found.job.run) === (button === 'stop')) return
  const repository = repositoryRef(project)
  if (repository === null || sender.type !== 'User') return
  // Anyone who can read a public repository may see a button. GitHub is asked what the person may do now.
  const named = project.config?.triggers ?? null
  if (!(await mayAsk(deps, repository, sender, named))) return
  if (button === 'stop') await deps.jobs.cancel(key, personOnGithub(sender))
  else await deps.jobs.retry(retryRequest(project, key.job, sender))
}

/** A click that waits for the end of an outage would surprise the person who clicked, so it is lost. */
async function mayAsk(
  { checkSender, log }: ClickDeps,
  repository: RepositoryRef,
  sender: Click['sender'],
  named: Named | null,
): Promise<boolean> {
  try {
    return (await checkSender(repository, sender, { isMember: false, named })).kind === 'may-ask'
  } catch (err) {
    if (!(err instanceof GithubUnavailable || err instanceof GithubRefused)) throw err
    log.warn(
      { err, sender: sender.login },
      'a click on a check run is ignored: GitHub does not say who may write',
    )
    return false
  }
}

const retryRequest = (project: Project, job: string, { id, login }: Click['sender']) => ({
  project,
  job,
  origin: { kind: 'actor', id, login } as const,
  idempotencyKey: null,
})
