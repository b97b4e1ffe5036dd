import type { Logger } from 'pino'
import { z } from 'zod'
import type { ReactionSubject, SubmittedReview } from '../github/conversation.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { Written } from '../github/feedback-content.ts'
import { loadProject, type Project, repositoryRef } from '../projects/project.ts'
import { keySpace } from '../store/key-space.ts'
import type { QueueKey } from '../store/read-key.ts'
import type { Entry, Write } from '../store/store.ts'
import { threadsEntry } from './answer-threads.ts'
import { authorizeRequest } from './authorize-request.ts'
import type { TriggerOutcome } from './outcome.ts'
import { routeRequest } from './route-request.ts'
import { readOwnReview, threadsOf } from './submitted-review.ts'
import { issueOf, KEPT_MS, requestIdOf, TriggerRequest } from './trigger-request.ts'
import type { TriggerWork } from './trigger-work.ts'

/** What became of a request that was worked on: the job that it led to, if it did. */
const Source = z.looseObject({ id: z.string().nullable() })

/** A request that led to no job is remembered for longer than GitHub redelivers its webhook. */
const REMEMBERED_MS = 7 * 24 * 3_600_000

/** What is left to do about a request. */
type Remaining =
  /** Look again at this time (epoch ms). */
  | { readonly kind: 'later'; readonly at: number }
  /** Nothing, apart from these writes, which are part of the commit that forgets the request. */
  | { readonly kind: 'nothing'; readonly set: readonly Write[] }

const NOTHING: Remaining = { kind: 'nothing', set: [] }

/** Works on a stored request that is due. An outage of GitHub delays it; after an hour it is forgotten. */
export async function workOnRequest(deps: TriggerWork, due: QueueKey, entry: Entry): Promise<void> {
  const { store, log } = deps
  const key = keySpace.triggerRequest(due.project, due.id)
  const [raw, project] = await Promise.all([store.get(key), loadProject(store, due.project)])
  let remaining = NOTHING
  if (raw !== undefined && project !== null) {
    try {
      remaining = await advance(deps, project, TriggerRequest.parse(JSON.parse(raw)))
    } catch (error) {
      if (error instanceof GithubUnavailable) remaining = { kind: 'later', at: error.retryAt }
      else if (error instanceof GithubRefused)
        log.warn({ request: due.id, reason: error.reason }, 'GitHub refuses what a comment needs')
      else throw error
    }
  }
  if (remaining.kind === 'nothing') await store.commit({ del: [entry.key, key], set: remaining.set })
  else
    await store.commit({
      del: [entry.key],
      set: [{ key: keySpace.dueLater(entry.key, remaining.at), value: '' }],
    })
}

async function advance(deps: TriggerWork, project: Project, request: TriggerRequest): Promise<Remaining> {
  const { log, store } = deps
  if (request.reply !== undefined) {
    await reply(deps, project, request, { text: request.reply, isRepeated: true })
    return NOTHING
  }
  const outcome = await outcomeOf(deps, project, request)
  const about = { request: requestIdOf(request), issue: issueOf(request), sender: request.sender }
  switch (outcome.kind) {
    case 'ignored':
      log.debug({ ...about, why: outcome.why }, 'a request on GitHub is ignored')
      return NOTHING
    case 'stranger':
      log.info(about, 'a request on GitHub is refused: the sender has no write access')
      return NOTHING
    case 'later':
      return outcome
    case 'accepted': {
      log.info({ ...about, job: outcome.job }, 'a request on GitHub is accepted')
      await remember(deps, project, request, outcome.job)
      const set = await awaitCommit(deps, project, request, outcome)
      await acknowledge(deps, project, request, outcome.on)
      return { kind: 'nothing', set }
    }
    case 'answered': {
      log.info(about, 'a request on GitHub is answered')
      const kept = { ...request, reply: outcome.text }
      await store.commit({ set: [stored(project, kept), sourceOf(deps, project, request, null)] })
      await reply(deps, project, request, { text: outcome.text, isRepeated: false })
      return NOTHING
    }
  }
}

async function outcomeOf(
  deps: TriggerWork,
  project: Project,
  request: TriggerRequest,
): Promise<TriggerOutcome> {
  const earlier = await outcomeBefore(deps, project, request)
  if (earlier !== null) return earlier
  const authorized = await authorizeRequest(deps, project, request)
  return authorized.kind === 'authorized' ? routeRequest(deps, authorized, request) : authorized
}

/** Answers in the threads of a review wait for the commit. */
async function awaitCommit(
  deps: TriggerWork,
  project: Project,
  request: TriggerRequest,
  { job, threads = [] }: Extract<TriggerOutcome, { kind: 'accepted' }>,
): Promise<Write[]> {
  if (request.kind !== 'review' || threads.length === 0) return []
  const entry = await threadsEntry(deps, request, { project: project.id, job, threads })
  return entry === null ? [] : [entry]
}

/** `null`: the request was not worked on. */
async function outcomeBefore(
  deps: TriggerWork,
  project: Project,
  request: TriggerRequest,
): Promise<TriggerOutcome | null> {
  const raw = await deps.store.get(keySpace.source(project.repositoryId, requestIdOf(request)))
  if (raw === undefined) return null
  const { id } = Source.parse(JSON.parse(raw))
  if (id === null) return { kind: 'ignored', why: 'it was worked on before' }
  const review = await reviewOf(deps, project, request)
  return { kind: 'accepted', job: id, ...(review !== null && threadsOf(review)) }
}

/** The server ended between the commit of the work and the end of the request, which still needs the threads. */
async function reviewOf(
  deps: TriggerWork,
  project: Project,
  request: TriggerRequest,
): Promise<SubmittedReview | null> {
  const repository = repositoryRef(project)
  return request.kind === 'review' && repository !== null ? readOwnReview(deps, repository, request) : null
}

/** The commit that created work for the request has remembered it already. */
async function remember(
  deps: TriggerWork,
  project: Project,
  request: TriggerRequest,
  job: string,
): Promise<void> {
  const source = sourceOf(deps, project, request, job)
  await deps.store.commit({ checks: [{ key: source.key, value: null }], set: [source] })
}

const sourceOf = (
  { now }: TriggerWork,
  project: Project,
  request: TriggerRequest,
  id: string | null,
): Write => ({
  key: keySpace.source(project.repositoryId, requestIdOf(request)),
  value: JSON.stringify({ bodyHash: '', id, body: '' }),
  expiresAt: now() + REMEMBERED_MS,
})

const stored = (project: Project, request: TriggerRequest): Write => ({
  key: keySpace.triggerRequest(project.id, requestIdOf(request)),
  value: JSON.stringify(request),
  expiresAt: request.at + KEPT_MS,
})

/** Shows the requester that the request was accepted. An older installation may lack the permission for it. */
async function acknowledge(
  { github, log }: TriggerWork,
  project: Project,
  request: TriggerRequest,
  subject = subjectOf(request),
): Promise<void> {
  const repository = repositoryRef(project)
  if (repository === null) return
  noteRefusal(log, request, await github.react(repository, subject, 'eyes'))
}

function noteRefusal(log: Logger, request: TriggerRequest, written: Written): void {
  if (written.kind === 'written') return
  log.warn({ request: requestIdOf(request), refusal: written }, 'GitHub refuses the answer to a comment')
}

/** GitHub's REST API has no reactions to reviews, so for a review without comments the pull request gets the reaction. */
function subjectOf(request: TriggerRequest): ReactionSubject {
  switch (request.kind) {
    case 'comment':
      return { kind: 'comment', id: request.comment }
    case 'review':
      return request.comment === null
        ? { kind: 'issue', id: request.pullRequest }
        : { kind: 'review-comment', id: request.comment }
    case 'label':
      return { kind: 'issue', id: request.issue.number }
  }
}

/** Answers in one comment. `isRepeated`: an earlier try may have worked, so look for its comment first. */
async function reply(
  { github, log }: TriggerWork,
  project: Project,
  request: TriggerRequest,
  { text, isRepeated }: { readonly text: string; readonly isRepeated: boolean },
): Promise<void> {
  const repository = repositoryRef(project)
  if (repository === null) return
  const issue = issueOf(request)
  const marker = `<!-- prentice:reply:${requestIdOf(request)} -->`
  const since = new Date(request.at - CLOCK_SKEW_MS)
  if (isRepeated && (await github.findOwnComment(repository, issue, { marker, since })) !== null) return
  noteRefusal(log, request, await github.createComment(repository, issue, `${text}\n\n${marker}`))
}

const CLOCK_SKEW_MS = 60_000
