import type { Job } from '../../domain/job.ts'
import { isEnded } from '../../domain/run.ts'
import { withDoubt } from '../../github/doubt.ts'
import { GithubRefused, GithubUnavailable } from '../../github/errors.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import { triggerKeys } from '../../job-store/idempotency.ts'
import { sendMessage } from '../../jobs/send-message.ts'
import { TooManySteps } from '../../projects/filter-in-turns.ts'
import { loadProject, type Project, repositoryRef } from '../../projects/project.ts'
import { refreshProject } from '../../projects/refresh-project.ts'
import { dueLater, type QueueKey } from '../../store/keys.ts'
import type { Entry } from '../../store/store.ts'
import type { TriggerWork } from '../authorize-request.ts'
import {
  CheckFailure,
  CiFailure,
  checkFailureId,
  ciFailureId,
  ciPrompt,
  done,
  type Failure,
  type NextStep,
  readCheckFailure,
  readWorkflowFailure,
} from './ci-failure.ts'
import { countRounds, findDeliveringJob } from './delivering-job.ts'

/** After a longer outage of GitHub, or a run that takes longer, the failure is not worked on. */
const KEPT_MS = 3_600_000

/** A stored failure: its id in the repository, and how it is read from GitHub. */
interface StoredFailure {
  readonly id: string
  readonly at: number
  readonly read: (deps: TriggerWork, repository: RepositoryRef) => Promise<Failure | NextStep>
}

function parseFailure(kind: string, value: string): StoredFailure {
  const raw: unknown = JSON.parse(value)
  if (kind === 'check') {
    const failure = CheckFailure.parse(raw)
    return {
      ...{ id: checkFailureId(failure), at: failure.at },
      read: (deps, repository) => readCheckFailure(deps, repository, failure),
    }
  }
  const failure = CiFailure.parse(raw)
  return {
    ...{ id: ciFailureId(failure), at: failure.at },
    read: (deps, repository) => readWorkflowFailure(deps, repository, failure),
  }
}

/** Sends what failed to the job whose pull request it is about, once. */
export async function workOnCiFailure(deps: TriggerWork, due: QueueKey, entry: Entry): Promise<void> {
  const { store, log, now } = deps
  const stored = parseFailure(due.kind, entry.value)
  let step: NextStep
  try {
    const project = await loadProject(store, due.project)
    step =
      project === null
        ? done('the project is gone')
        : await withDoubt(deps, repositoryRef(project), () => advance(deps, project, stored))
  } catch (error) {
    if (error instanceof GithubUnavailable) step = { kind: 'later', at: error.retryAt }
    else if (error instanceof GithubRefused || error instanceof TooManySteps) step = done(error.message)
    else throw error
  }
  if (step.kind === 'later' && now() < stored.at + KEPT_MS) {
    // Less and less often: a run may take long, and each look takes requests.
    const at = Math.max(step.at, now() + Math.round((now() - stored.at) / 4))
    const later = { key: dueLater(entry.key, at), value: entry.value }
    await store.commit({ checks: [entry], del: [entry.key], set: [later] })
    return
  }
  const why = step.kind === 'done' ? step.why : 'it took too long'
  log.info({ failure: stored.id, project: due.project, why }, 'a failure of CI was read')
  await store.commit({ checks: [entry], del: [entry.key] })
}

async function advance(deps: TriggerWork, given: Project, stored: StoredFailure): Promise<NextStep> {
  const repository = repositoryRef(given)
  if (repository === null) return done('the App is not installed')
  // A server may have ended after the message: do not wait for the run that works on it.
  if ((await deps.store.get(triggerKeys.source(given.repositoryId, stored.id))) !== undefined)
    return done('it was worked on before')
  const failure = await stored.read(deps, repository)
  if (failure.kind !== 'failed') return failure
  // The current settings: the failure may have waited.
  const project = await refreshProject(deps, given)
  const { ciFailures } = project.config
  const readMaterial = ciFailures === undefined ? null : await failure.material(ciFailures)
  if (ciFailures === undefined || readMaterial === null) return done('the settings do not name the check')
  const found = await findFailedHead(deps, repository, failure.head)
  if (found.kind !== 'job') return found
  if ((await countRounds(deps.store, found.job)) >= ciFailures.rounds)
    return done('the limit `ci-rounds` is reached')
  const material = await readMaterial()
  if (material.length === 0) return done('none of the jobs that the settings name has failed')
  const outcome = await sendMessage(deps, {
    project,
    job: found.job.id,
    prompt: ciPrompt(failure.of),
    origin: { kind: 'settings', id: 'on-ci-failure', name: `a failure of ${failure.of}` },
    idempotencyKey: { source: stored.id, repositoryId: project.repositoryId },
    attached: { material: [...material], sources: [] },
  })
  return done(
    outcome.kind === 'accepted' ? `a message to ${found.job.id}` : `the message is refused: ${outcome.kind}`,
  )
}

/** CI may fail before the server has verified what the run delivered. */
const LOOK_AGAIN_MS = 15_000

/** The job that delivered the commit that a check ran on, if that is still the head of its open pull request. */
async function findFailedHead(
  { store, github, now }: TriggerWork,
  repository: RepositoryRef,
  head: { readonly branch: string; readonly sha: string },
): Promise<{ readonly kind: 'job'; readonly job: Job } | NextStep> {
  const pull = await github.findPullRequest(repository, head.branch)
  const { botId } = await github.identity()
  if (pull?.state !== 'open' || pull.authorId !== botId)
    return done('the branch has no pull request of the App')
  if (pull.headSha !== head.sha) return done('the head of the pull request has changed')
  const job = await findDeliveringJob(store, repository.id, pull.number)
  // A pull request that was just opened is not recorded yet.
  if (job === null || !isEnded(job.run)) return { kind: 'later', at: now() + LOOK_AGAIN_MS }
  const { report } = job.run
  if (report?.outcome !== 'published' || report.headSha !== head.sha)
    return done('the commit is not what the last run delivered')
  return { kind: 'job', job }
}
