import type { z } from 'zod'
import type { Job } from '../domain/job.ts'
import { type PullOutcome, withPull } from '../domain/outcome.ts'
import type { JobKey } from '../domain/run-id.ts'
import { applied } from '../domain/run-state-machine.ts'
import { doubtAbsence, doubtRefusal, inDoubt } from '../github/doubt.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import { whenShown } from '../github/pull-request.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { lookEntry, OutcomeLook } from '../job-store/job-commit.ts'
import { loadJob } from '../job-store/job-record.ts'
import { earlierRuns } from '../job-store/run-history.ts'
import { type JobStore, updateJob } from '../job-store/update-job.ts'
import { loadProject, type ProjectWork, repositoryRef } from '../projects/project.ts'
import type { QueueKey } from '../store/keys.ts'
import type { Entry } from '../store/store.ts'
import { judgePullRequest, type Own } from './judge-pull-request.ts'

const DAY_MS = 86_400_000
/** Each look at a pending pull request is four times as late as the one before: after 1, 4, 16, 64 and 256 days. */
const NEXT_LOOK = 4
const LAST_LOOK_MS = 400 * DAY_MS

/**
 * Reads from GitHub what became of the pull requests of a job, and moves or deletes the entry. A webhook is only a reason to look:
 * it may be late, repeated or lost, and of a lost one the later looks make up for it.
 */
export async function lookAtOutcome(
  deps: JobStore & ProjectWork,
  due: QueueKey,
  entry: Entry,
): Promise<void> {
  const key = { project: due.project, job: due.id }
  const look = OutcomeLook.parse(JSON.parse(entry.value))
  const again = await lookOrRetry(deps, key, look)
  await deps.store.commit({
    del: [entry.key],
    set: again === null ? [] : [lookEntry(key, again.at, again.look)],
  })
}

type Look = z.infer<typeof OutcomeLook>

interface Again {
  /** Epoch ms. */
  readonly at: number
  readonly look: Look
}

/** Returns when to look again, or `null`. */
async function lookOrRetry(deps: JobStore & ProjectWork, key: JobKey, look: Look): Promise<Again | null> {
  const found = await loadJob(deps.store, key)
  if (found?.job.outcome === undefined) return null
  const pulls = found.job.outcome.pulls.filter(({ number, state }) =>
    look.number === undefined ? state === 'pending' : number === look.number,
  )
  const project = await loadProject(deps.store, key.project)
  const repository = project && repositoryRef(project)
  let isOpen = false
  try {
    if (repository !== null)
      for (const pull of pulls) isOpen = await lookAt(deps, { job: found.job, repository, pull })
  } catch (error) {
    if (repository === null) throw error
    const at = await whenToRepeat(deps, repository, error)
    if (at !== null) return { at, look }
  }
  if (look.number === undefined) return nextLook(deps, key)
  const at = isOpen ? whenShown(look.at, deps.now()) : null
  return at === null ? null : { at, look }
}

/** When to ask GitHub again after an error, epoch ms; `null`: its refusal is final. Throws any other error. */
export async function whenToRepeat(
  deps: JobStore & ProjectWork,
  repository: RepositoryRef,
  error: unknown,
): Promise<number | null> {
  if (error instanceof GithubUnavailable) return Math.max(error.retryAt, deps.now() + 5_000)
  if (!(error instanceof GithubRefused)) throw error
  const at = await doubtRefusal(deps, repository, error)
  const { code } = error.reason
  if (at === null)
    deps.log.info({ repository: repository.id, code }, 'GitHub does not show what became of work')
  return at
}

async function nextLook(deps: JobStore & ProjectWork, key: JobKey): Promise<Again | null> {
  const found = await loadJob(deps.store, key)
  const pending = found?.job.outcome?.pulls.findLast(({ state }) => state === 'pending')
  if (pending === undefined) return null
  const age = NEXT_LOOK * Math.max(DAY_MS, deps.now() - pending.openedAt)
  return age > LAST_LOOK_MS ? null : { at: pending.openedAt + age, look: {} }
}

interface About {
  readonly job: Job
  readonly repository: RepositoryRef
  readonly pull: PullOutcome
}

/** Returns whether GitHub shows the pull request as open. */
async function lookAt(deps: JobStore & ProjectWork, { job, repository, pull }: About): Promise<boolean> {
  const { github } = deps
  const pullRequest = await github.readPullRequest(repository, pull.number)
  if (pullRequest === null) {
    await doubtAbsence(deps, repository, `pull request ${pull.number}`)
    return false
  }
  const isOpen = pullRequest.state === 'open'
  const commits = pullRequest.merged
    ? await unlessRefused(deps, repository, () => github.listPullCommits(repository, pull.number))
    : null
  const { firstSha } = pull
  const attempts =
    isOpen || firstSha === null
      ? null
      : await unlessRefused(deps, repository, () => github.listCheckAttempts(repository, firstSha))
  const own: Own = { shas: await ownCommits(deps, job), slug: (await github.identity()).slug }
  await updateJob(deps, { project: job.project, job: job.id }, (now, at) => {
    const before = now.outcome?.pulls.find(({ number }) => number === pull.number)
    if (now.outcome === undefined || before === undefined) return nothingNew
    const judged = judgePullRequest(before, { pullRequest, commits, attempts }, own, at)
    const outcome = withPull(now.outcome, judged)
    return outcome === now.outcome ? nothingNew : { transition: applied({ ...now, outcome }), outcome: null }
  })
  return isOpen
}

const nothingNew = {
  transition: { kind: 'ignored', why: 'the outcome is recorded already' },
  outcome: null,
} as const

/** A permission that the installation has not granted leaves one fact unknown, not all. */
async function unlessRefused<T>(
  deps: JobStore & ProjectWork,
  repository: RepositoryRef,
  ask: () => Promise<T>,
): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    const at = await doubtRefusal(deps, repository, error)
    if (at !== null) throw inDoubt(error.message, at)
    return null
  }
}

/** What the runs of a job have pushed: each makes one commit, and reports it. */
async function ownCommits({ store }: JobStore & ProjectWork, job: Job): Promise<ReadonlySet<string>> {
  const runs = [...(await earlierRuns(store, job)), job.run]
  return new Set(runs.flatMap(({ report }) => report?.headSha ?? []))
}
