import { z } from 'zod'
import type { Job } from '../domain/job.ts'
import { isEnded, type Run } from '../domain/run.ts'
import { doubtRefusal, doubtWrite } from '../github/doubt.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { triggerKeys } from '../job-store/idempotency.ts'
import { loadJob } from '../job-store/job-record.ts'
import { readMessages } from '../job-store/messages.ts'
import { earlierRuns, lastRunsOfMessages } from '../job-store/run-history.ts'
import { loadProject, repositoryRef } from '../projects/project.ts'
import { dueLater, type QueueKey } from '../store/keys.ts'
import type { Entry, Store, Write } from '../store/store.ts'
import type { TriggerWork } from './authorize-request.ts'
import { type ReviewRequest, requestIdOf } from './trigger-request.ts'

/** The threads of a review that wait for the commit of the run that works on it. */
const Threads = z.looseObject({
  job: z.string(),
  pullRequest: z.int(),
  /** Number of the message that the review became. */
  message: z.int(),
  /** First comments of the threads that have no answer yet. */
  left: z.array(z.int()),
  /** Since then (epoch ms), answers may have been given that are not recorded; absent: none. */
  answeringSince: z.int().optional(),
  /** Epoch milliseconds: a review that waits longer is not answered. */
  until: z.int(),
})
type Threads = z.infer<typeof Threads>

/** Grows with the wait: a short run is answered soon, and a long one costs few reads. */
const MIN_DELAY_MS = 3_000
const MAX_DELAY_MS = 60_000
/** A run may wait for a day to be started. */
const WAIT_MS = 2 * 24 * 3_600_000
/** GitHub limits content to 80 a minute in an installation: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const AT_ONCE = 4
const PACE_MS = 6_000
const CLOCK_SKEW_MS = 60_000

const lookAgainAt = (now: number, { until }: Threads): number =>
  now + Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, (now - (until - WAIT_MS)) / 2))

/** The entry that leads to the answers after a review was accepted; `null`: its message is gone. */
export async function threadsEntry(
  { store, now }: TriggerWork,
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
  const key = triggerKeys.due(now() + MIN_DELAY_MS, { kind: 'threads', project: of.project, id })
  return { key, value: JSON.stringify(value) }
}

/** Names the commit in each thread of a review, once its run has pushed one. A review without a commit gets no answers. */
export async function answerThreads(deps: TriggerWork, due: QueueKey, entry: Entry): Promise<void> {
  const { store, now } = deps
  const threads = Threads.parse(JSON.parse(entry.value))
  const step = threads.until < now() ? DONE : await nextStep(deps, due.project, threads)
  if (step.kind !== 'answer') return finish(deps, entry, step)
  // A server that ends between an answer and its record leaves this, so that the next one looks for the answer.
  const begun = { ...threads, answeringSince: threads.answeringSince ?? now() }
  const recorded = { key: entry.key, value: JSON.stringify(begun) }
  if (!(await store.commit({ checks: [entry], set: [recorded] }))) return
  await finish(deps, recorded, await answer(deps, threads, step))
}

async function finish(
  { store }: TriggerWork,
  entry: Entry,
  step: Exclude<Step, { kind: 'answer' }>,
): Promise<void> {
  const set =
    step.kind === 'done' ? [] : [{ key: dueLater(entry.key, step.at), value: JSON.stringify(step.threads) }]
  await store.commit({ checks: [entry], del: [entry.key], set })
}

type Step =
  | { readonly kind: 'done' }
  | { readonly kind: 'later'; readonly threads: Threads; readonly at: number }
  | { readonly kind: 'answer'; readonly repository: RepositoryRef; readonly text: string }

const DONE = { kind: 'done' } as const

async function nextStep(deps: TriggerWork, projectId: string, threads: Threads): Promise<Step> {
  const { store, now } = deps
  const [project, found] = await Promise.all([
    loadProject(store, projectId),
    loadJob(store, { project: projectId, job: threads.job }),
  ])
  const repository = project && repositoryRef(project)
  if (repository === null || found === null || project?.config?.feedback.comment === false) return DONE
  const run = await runOf(store, found.job, threads.message)
  if (run === null || !isEnded(run)) return { kind: 'later', threads, at: lookAgainAt(now(), threads) }
  const sha = run.state === 'succeeded' ? (run.report?.headSha ?? null) : null
  if (sha === null || run.report?.outcome !== 'published') return DONE
  return { kind: 'answer', repository, text: `${sha} addresses this review.` }
}

/** The last run that worked on the message; `null`: it waits. */
async function runOf(store: Store, job: Job, message: number): Promise<Run | null> {
  const number = (await lastRunsOfMessages(store, job, message, message)).get(message)
  if (number === undefined || number === job.run.number) return number === undefined ? null : job.run
  return (await earlierRuns(store, job)).find((run) => run.number === number) ?? null
}

async function answer(
  deps: TriggerWork,
  { answeringSince, ...threads }: Threads,
  { repository, text }: Extract<Step, { kind: 'answer' }>,
): Promise<Exclude<Step, { kind: 'answer' }>> {
  const { github, log, now } = deps
  const { pullRequest } = threads
  const since = answeringSince ?? now()
  let left = threads.left
  try {
    if (answeringSince !== undefined) {
      const search = { text, since: new Date(since - CLOCK_SKEW_MS) }
      const answered = await github.listAnsweredThreads(repository, pullRequest, search)
      left = left.filter((thread) => !answered.includes(thread))
    }
    for (const thread of left.slice(0, AT_ONCE)) {
      const written = await github.replyInThread(repository, pullRequest, thread, text)
      const at = written.kind === 'written' ? null : await doubtWrite(deps, repository, 'thread', written)
      if (at !== null) return { kind: 'later', threads: { ...threads, left, answeringSince: since }, at }
      left = left.filter((one) => one !== thread)
      if (written.kind !== 'written')
        log.warn({ thread, refusal: written }, 'GitHub refuses an answer in a thread')
      if (written.kind === 'not-granted') return DONE
    }
  } catch (error) {
    const isRefused = error instanceof GithubRefused
    if (!isRefused && !(error instanceof GithubUnavailable)) throw error
    // The response of GitHub may be lost.
    const at = isRefused ? await doubtRefusal(deps, repository, error) : error.retryAt
    return at === null ? DONE : { kind: 'later', threads: { ...threads, left, answeringSince: since }, at }
  }
  return left.length === 0 ? DONE : { kind: 'later', threads: { ...threads, left }, at: now() + PACE_MS }
}
