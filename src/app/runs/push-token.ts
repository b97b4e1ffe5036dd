import type { PushTokenRequest, PushTokenResponse } from '../../contract/runner-protocol/publish.ts'
import type { Job } from '../domain/job.ts'
import { isEnded } from '../domain/run.ts'
import { type RunKey, runId } from '../domain/run-id.ts'
import type { RunnerIdentity } from '../domain/verify-claimant.ts'
import { awaitDoubt, inDoubt } from '../github/doubt.ts'
import { GithubRefused } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import { advanceJob } from '../job-store/update-job.ts'
import { loadProject, repositoryRef, whyAbsent } from '../projects/project.ts'
import { type RunnerRefusal, refuse, unknownRun, verifyPublisher } from './authorize-runner.ts'
import { classifyRefusal } from './classify-refusal.ts'
import { RUNNER_SILENT_MS } from './record-events.ts'
import type { RunnerWork, RunWork } from './run-work.ts'

export type PushTokenOutcome = Issued | RunnerRefusal

type Issued = { readonly kind: 'issued' } & Required<PushTokenResponse>

/**
 * Issues the write token of a run after the agent has ended, only to the runner that claimed it, for a new OIDC token.
 */
export async function issuePushToken(
  deps: RunnerWork,
  identity: RunnerIdentity,
  run: string,
  secret: string,
  request: PushTokenRequest,
): Promise<PushTokenOutcome> {
  const publisher = await verifyPublisher(deps, identity, run, secret)
  if (publisher.kind === 'refused') return publisher
  const { key, job } = publisher
  if (job.run.mode !== undefined)
    return refuse('only-reads', `run ${run} publishes nothing: its mode is ${job.run.mode}`)
  const issued = await mintFor(deps, key, job, request.acknowledged).catch((error) =>
    retryIfReinstalled(deps, job, error),
  )
  return issued.kind === 'raced' ? issuePushToken(deps, identity, run, secret, request) : issued
}

/** `raced` if the App was reinstalled while the agent worked: the next attempt uses the new installation. */
async function retryIfReinstalled(deps: RunnerWork, job: Job, error: unknown): Promise<{ kind: 'raced' }> {
  if (!(error instanceof GithubRefused)) throw error
  const judged = await classifyRefusal(deps, job.project, job.run, error)
  switch (judged.kind) {
    case 'moved':
      return { kind: 'raced' }
    case 'later':
      throw inDoubt(error.message, judged.at)
    case 'failed':
      throw new GithubRefused(judged.reason, { cause: error })
  }
}

/** `raced`: a simultaneous request was faster, and its token is the one to replace. */
async function mintFor(
  deps: RunnerWork,
  key: RunKey,
  job: Job,
  acknowledged: number,
): Promise<Issued | { kind: 'raced' } | RunnerRefusal> {
  const project = await loadProject(deps.store, job.project)
  const repository = project && repositoryRef(project)
  if (repository === null) throw new GithubRefused(whyAbsent(project))
  const replaces = job.run.encryptedToken
  await awaitDoubt(deps, repository)
  const { token, ...current } = await deps.github.mintPushToken(repository)
  const update = await advanceJob(deps, key, {
    type: 'publishing',
    acknowledged,
    replaces,
    encryptedToken: deps.tokenCipher.encrypt(token),
    dueAt: deps.now() + RUNNER_SILENT_MS,
  })
  if (update.kind === 'done') {
    // The response to the first request was lost, so its token is revoked.
    if (replaces !== null) await revokePushToken(deps, replaces, job.id)
    return { kind: 'issued', token, repository: current }
  }
  await deps.github.revokeToken(token)
  if (update.kind === 'absent') return unknownRun(runId(key))
  return update.job.run.encryptedToken !== replaces && !isEnded(update.job.run)
    ? { kind: 'raced' }
    : refuse('run-ended', update.why)
}

/** Revokes a push token from its encrypted form. */
export async function revokePushToken(
  deps: Pick<RunWork, 'tokenCipher' | 'log'> & { readonly github: Pick<Github, 'revokeToken'> },
  encrypted: string,
  job: string,
): Promise<void> {
  let token: string
  try {
    token = deps.tokenCipher.decrypt(encrypted)
  } catch (error) {
    deps.log.warn(
      { job, err: error },
      'a push token was encrypted with another private key; it expires within the hour',
    )
    return
  }
  await deps.github.revokeToken(token)
}
