import type { Logger } from 'pino'
import { z } from 'zod'
import type { Job, Run } from '../domain/job.ts'
import { isEnded } from '../domain/run-state-machine.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { loadProject } from '../projects/load-project.ts'
import { repositoryRef } from '../projects/project.ts'
import { readMessages } from '../records/messages.ts'
import { earlierRuns, lastRunsOfMessages } from '../records/run-history.ts'
import { loadJob } from '../records/update-job.ts'
import { keySpace, type QueueKey } from '../store/key-space.ts'
import type { Entry, Store, Write } from '../store/store.ts'
import { type ReviewRequest, requestIdOf } from './trigger-request.ts'

export interface AnswerThreadsDeps {
  readonly store: Store
  readonly now: () => number
  readonly github: Pick<Github, 'replyInThread'>
  readonly log: Logger
}

/** The threads of a review that wait for the commit of the run that works on it. */
const Threads = z.looseObject({
  job: z.string(),
  pullRequest: z.int(),
  /** Number of the message that the review became. */
  message: z.int(),
  /** First comments of the threads that have no answer yet. */
  left: z.array(z.int()),
  /** Epoch milliseconds: a review that waits longer is not answered. */
  until: z.int(),
})
type Threads = z.infer<typeof Threads>

/** A short run is answered soon, and a long one costs few reads. */
const MIN_DELAY_MS = 3_000
const MAX_DELAY_MS = 60_000
/** A run may wait for a day to be started. */
const WAIT_MS = 2 * 24 * 3_600_000
/** GitHub limits content to 80 a minute in an installation: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const AT_ONCE = 4
const PACE_MS = 6_000

const lookAgainAt = (now: number, { until }: Threads): number =>
  now + Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, (now - (until - WAIT_MS)) / 2))

/** What leads to the answers, once the review was accepted; `null`: its message is gone. */
export async function threadsEntry(
  { store, now }: AnswerThreadsDeps,
  request: ReviewRequest,
  of: { readonly project: string; readonly job: string; readonly threads: readonly number[] },
): Promise<Write | null> {
  const found = await loadJob(store, of)
  if (found === null) return null
  const source = request.comment ?? request.review
  const messages = await readMessages(store, of.job, 1, found.job.messages)
  const message = messages.findLast(
    ({ message: sent }) => sent?.origin?.kind === 'github' && sent.origin.source === source,
  )
  if (message === undefined) return null
  const value: Threads = {
    job: of.job,
    pullRequest: request.pullRequest,
    message: message.number,
    left: [...of.threads],
    until: now() + WAIT_MS,
  }
  const id = requestIdOf(request)
  const key = keySpace.trigger(now() + MIN_DELAY_MS, { kind: 'threads', project: of.project, id })
  return { key, value: JSON.stringify(value) }
}

/** Names the commit in each thread of a review, once its run has pushed one. A review without a commit gets no answers. */
export async function answerThreads(deps: AnswerThreadsDeps, due: QueueKey, entry: Entry): Promise<void> {
  const { store, now } = deps
  const threads = Threads.parse(JSON.parse(entry.value))
  const next = threads.until < now() ? null : await advance(deps, due.project, threads)
  const set = next && [{ key: keySpace.dueLater(entry.key, next.at), value: JSON.stringify(next.threads) }]
  await store.commit({ checks: [entry], del: [entry.key], ...(set && { set }) })
}

/** `null`: nothing is left to do. */
async function advance(
  deps: AnswerThreadsDeps,
  projectId: string,
  threads: Threads,
): Promise<{ readonly threads: Threads; readonly at: number } | null> {
  const { store, now } = deps
  const [project, found] = await Promise.all([
    loadProject(store, projectId),
    loadJob(store, { project: projectId, job: threads.job }),
  ])
  const repository = project && repositoryRef(project)
  if (repository === null || found === null || project?.config?.feedback.comment === false) return null
  const run = await runOf(store, found.job, threads.message)
  if (run === null || !isEnded(run)) return { threads, at: lookAgainAt(now(), threads) }
  const sha = run.state === 'succeeded' ? (run.report?.headSha ?? null) : null
  if (sha === null || run.report?.outcome !== 'published') return null
  return answer(deps, repository, threads, `See ${sha}, which works on this review.`)
}

/** The last run that worked on the message; `null`: it waits. */
async function runOf(store: Store, job: Job, message: number): Promise<Run | null> {
  const number = (await lastRunsOfMessages(store, job, message, message)).get(message)
  if (number === undefined || number === job.run.number) return number === undefined ? null : job.run
  return (await earlierRuns(store, job)).find((run) => run.number === number) ?? null
}

async function answer(
  { github, log, now }: AnswerThreadsDeps,
  repository: RepositoryRef,
  threads: Threads,
  text: string,
): Promise<{ readonly threads: Threads; readonly at: number } | null> {
  const left = [...threads.left]
  try {
    for (const thread of threads.left.slice(0, AT_ONCE)) {
      const written = await github.replyInThread(repository, threads.pullRequest, thread, text)
      left.shift()
      if (written.kind !== 'written')
        log.warn({ thread, refusal: written }, 'GitHub refuses an answer in a thread')
      if (written.kind === 'not-granted') return null
    }
  } catch (error) {
    if (error instanceof GithubRefused) return null
    if (!(error instanceof GithubUnavailable)) throw error
    return { threads: { ...threads, left }, at: error.retryAt }
  }
  return left.length === 0 ? null : { threads: { ...threads, left }, at: now() + PACE_MS }
}
