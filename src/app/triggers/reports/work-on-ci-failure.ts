import type { Logger } from 'pino'
import { GithubRefused, GithubUnavailable } from '../../github/errors.ts'
import type { Github } from '../../github/github.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { TooManySteps } from '../../projects/filter-in-turns.ts'
import { loadProject, type Project, repositoryRef } from '../../projects/project.ts'
import type { Projects } from '../../projects/projects.ts'
import { keySpace } from '../../store/key-space.ts'
import type { QueueKey } from '../../store/read-key.ts'
import type { Entry, Store } from '../../store/store.ts'
import { CheckFailure, CiFailure, checkFailureId, ciFailureId } from './ci-failure.ts'
import { ciPrompt } from './ci-prompt.ts'
import { countRounds } from './count-rounds.ts'
import { done, findFailedHead, type Left } from './find-failed-head.ts'
import { type Failure, type ReadFailureDeps, readCheckFailure, readWorkflowFailure } from './read-failure.ts'

export interface CiFailureDeps extends ReadFailureDeps {
  readonly store: Store
  readonly now: () => number
  readonly github: ReadFailureDeps['github'] & Pick<Github, 'findPullRequest'>
  readonly jobs: Pick<Jobs, 'sendMessage'>
  readonly projects: Pick<Projects, 'refresh'>
  readonly log: Logger
}

/** After a longer outage of GitHub, or a run that takes longer, the failure is not worked on. */
const KEPT_MS = 3_600_000

type Repository = NonNullable<ReturnType<typeof repositoryRef>>

/** A stored failure: its id in the repository, and how it is read from GitHub. */
interface Kept {
  readonly id: string
  readonly at: number
  readonly read: (deps: CiFailureDeps, repository: Repository) => Promise<Failure | Left>
}

function parseFailure(kind: string, value: string): Kept {
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
export async function workOnCiFailure(deps: CiFailureDeps, due: QueueKey, entry: Entry): Promise<void> {
  const { store, log, now } = deps
  const kept = parseFailure(due.kind, entry.value)
  let left: Left
  try {
    const project = await loadProject(store, due.project)
    left = project === null ? done('the project is gone') : await advance(deps, project, kept)
  } catch (error) {
    if (error instanceof GithubUnavailable) left = { kind: 'later', at: error.retryAt }
    else if (error instanceof GithubRefused || error instanceof TooManySteps) left = done(error.message)
    else throw error
  }
  if (left.kind === 'later' && now() < kept.at + KEPT_MS) {
    // Less and less often: a run may take long, and each look takes requests.
    const at = Math.max(left.at, now() + Math.round((now() - kept.at) / 4))
    const later = { key: keySpace.dueLater(entry.key, at), value: entry.value }
    await store.commit({ checks: [entry], del: [entry.key], set: [later] })
    return
  }
  const why = left.kind === 'done' ? left.why : 'it took too long'
  log.info({ failure: kept.id, project: due.project, why }, 'a failure of CI was read')
  await store.commit({ checks: [entry], del: [entry.key] })
}

async function advance(deps: CiFailureDeps, given: Project, kept: Kept): Promise<Left> {
  const repository = repositoryRef(given)
  if (repository === null) return done('the App is not installed')
  // A server may have ended after the message: do not wait for the run that works on it.
  if ((await deps.store.get(keySpace.source(given.repositoryId, kept.id))) !== undefined)
    return done('it was worked on before')
  const failure = await kept.read(deps, repository)
  if (failure.kind !== 'failed') return failure
  // The settings of now: the failure may have waited.
  const project = await deps.projects.refresh(given)
  const { ciFailures } = project.config
  const readMaterial = ciFailures === undefined ? null : await failure.material(ciFailures)
  if (ciFailures === undefined || readMaterial === null) return done('the settings do not name the check')
  const found = await findFailedHead(deps, repository, failure.head)
  if (found.kind !== 'job') return found
  if ((await countRounds(deps.store, found.job)) >= ciFailures.rounds)
    return done('the limit `ci-rounds` is reached')
  const material = await readMaterial()
  if (material.length === 0) return done('none of the jobs that the settings name has failed')
  const outcome = await deps.jobs.sendMessage({
    project,
    job: found.job.id,
    prompt: ciPrompt(failure.of),
    origin: { kind: 'settings', id: 'on-ci-failure', name: `a failure of ${failure.of}` },
    idempotencyKey: { source: kept.id, repositoryId: project.repositoryId },
    attached: { material: [...material], sources: [] },
  })
  return done(
    outcome.kind === 'accepted' ? `a message to ${found.job.id}` : `the message is refused: ${outcome.kind}`,
  )
}
