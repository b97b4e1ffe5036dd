import { z } from 'zod'
import { MAX_MENTIONS, type Mention, MORE_LEFT_OUT } from '../../mention/find-mention.ts'
import { botOf } from '../../mention/named-bots.ts'
import { neutralize } from '../../sanitize/neutralize.ts'
import { inTermsOf } from '../domain/reason-terms.ts'
import type { ReactionSubject, SubmittedReview } from '../github/conversation.ts'
import { doubtWrite, inDoubt, withDoubt } from '../github/doubt.ts'
import { GithubRefused, GithubUnavailable, type Written } from '../github/errors.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { triggerKeys } from '../job-store/idempotency.ts'
import { loadProject, type Project, repositoryRef } from '../projects/project.ts'
import { dueLater, type QueueKey } from '../store/keys.ts'
import type { Entry, Write } from '../store/store.ts'
import { threadsEntry } from './answer-threads.ts'
import {
  type AuthorizedRequest,
  authorizeRequest,
  findJob,
  isMeant,
  type TriggerWork,
} from './authorize-request.ts'
import { countAnswer } from './limit-answers.ts'
import { answered, RIGHT_UNKNOWN, TOO_LATE, type TriggerOutcome } from './replies.ts'
import { startOrContinueJob } from './start-or-continue-job.ts'
import { readOwnReview, threadsOf } from './submitted-review.ts'
import {
  idsOf,
  issueOf,
  KEPT_MS,
  requestIdOf,
  requestKeys,
  STORED_MS,
  TriggerRequest,
} from './trigger-request.ts'

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

/** Works on a stored request that is due. An outage of GitHub delays it, for at most an hour. */
export async function workOnRequest(deps: TriggerWork, due: QueueKey, entry: Entry): Promise<void> {
  const { store } = deps
  const key = requestKeys.record(due.project, due.id)
  const [raw, project] = await Promise.all([store.get(key), loadProject(store, due.project)])
  let remaining = NOTHING
  if (raw !== undefined && project !== null) {
    const request = TriggerRequest.parse(JSON.parse(raw))
    remaining = await unlessUnavailable(deps, request, () =>
      request.reply === undefined && deps.now() >= request.at + KEPT_MS
        ? giveUp(deps, project, key, request)
        : advance(deps, project, key, request),
    )
  }
  if (remaining.kind === 'nothing') await store.commit({ del: [entry.key, key], set: remaining.set })
  else
    await store.commit({
      del: [entry.key],
      set: [{ key: dueLater(entry.key, remaining.at), value: '' }],
    })
}

async function unlessUnavailable(
  { log }: TriggerWork,
  request: TriggerRequest,
  work: () => Promise<Remaining>,
): Promise<Remaining> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GithubUnavailable) return { kind: 'later', at: error.retryAt }
    if (!(error instanceof GithubRefused)) throw error
    log.warn({ request: requestIdOf(request), reason: error.reason }, 'GitHub refuses what a comment needs')
    return NOTHING
  }
}

/**
 * GitHub could not be asked. The server answers a sender whom GitHub has confirmed, and one whose signed association is that
 * of a member (a label has none). It answers nobody else: anybody could make the App write comments.
 */
async function giveUp(
  deps: TriggerWork,
  project: Project,
  key: string,
  request: TriggerRequest,
): Promise<Remaining> {
  const seemsToBeMember = request.kind !== 'label' && request.isMember && botOf(request.sender) === null
  const isTold = request.isConfirmed === true || (seemsToBeMember && (await isMeant(deps, project, request)))
  if (isTold) await answer(deps, project, key, request, request.isConfirmed ? TOO_LATE : RIGHT_UNKNOWN)
  return NOTHING
}

/** Stores an answer and gives it. */
async function answer(
  deps: TriggerWork,
  project: Project,
  key: string,
  request: TriggerRequest,
  text: string,
): Promise<void> {
  const value = JSON.stringify({ ...request, reply: text })
  const kept = { key, value, expiresAt: deps.now() + KEPT_MS }
  await deps.store.commit({ set: [kept, sourceOf(deps, project, request, null)] })
  if (await countAnswer(deps, project, issueOf(request)))
    await reply(deps, project, request, { text, isRepeated: false })
  else await acknowledge(deps, project, request, { content: 'confused' })
}

/** `key`: of the request. */
async function advance(
  deps: TriggerWork,
  project: Project,
  key: string,
  request: TriggerRequest,
): Promise<Remaining> {
  const { log } = deps
  if (request.reply !== undefined) {
    await reply(deps, project, request, { text: request.reply, isRepeated: true })
    return NOTHING
  }
  const outcome = await outcomeOf(deps, project, key, request)
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
      await acknowledge(deps, project, request, { content: 'eyes', on: outcome.on })
      return { kind: 'nothing', set }
    }
    case 'answered': {
      log.info(about, 'a request on GitHub is answered')
      if (outcome.accepted !== undefined)
        await acknowledge(deps, project, request, { content: 'eyes', on: outcome.accepted.on })
      await answer(deps, project, key, request, outcome.text)
      return NOTHING
    }
  }
}

async function outcomeOf(
  deps: TriggerWork,
  project: Project,
  key: string,
  request: TriggerRequest,
): Promise<TriggerOutcome> {
  const earlier = await outcomeBefore(deps, project, request)
  if (earlier !== null) return earlier
  const authorized = await authorizeOrGiveUp(deps, project, key, request)
  if (authorized.kind !== 'authorized') return authorized
  const [first = null, ...more] = stepsOf(request, authorized.mentions)
  try {
    return await withDoubt(deps, repositoryRef(project), () =>
      more.length === 0
        ? startOrContinueJob(deps, authorized, request, first)
        : answerMentions(deps, key, request, authorized),
    )
  } catch (error) {
    // The sender may ask, so the answer says why GitHub refuses.
    if (error instanceof GithubRefused)
      return answered(inTermsOf('comment', neutralize(error.reason.message, project.url)))
    if (error instanceof GithubUnavailable) await rememberConfirmed(deps, key, request)
    throw error
  }
}

/** A refusal of GitHub leaves the right of the sender unknown permanently. */
async function authorizeOrGiveUp(
  deps: TriggerWork,
  project: Project,
  key: string,
  request: TriggerRequest,
): Promise<AuthorizedRequest | TriggerOutcome> {
  try {
    return await withDoubt(deps, repositoryRef(project), () => authorizeRequest(deps, project, request))
  } catch (error) {
    if (error instanceof GithubRefused) await giveUp(deps, project, key, request)
    throw error
  }
}

async function rememberConfirmed(
  { store }: TriggerWork,
  key: string,
  request: TriggerRequest,
): Promise<void> {
  const raw = await store.get(key)
  if (raw === undefined || request.isConfirmed) return
  // With what earlier steps have stored.
  const value = JSON.stringify({ ...JSON.parse(raw), isConfirmed: true })
  await store.commit({
    checks: [{ key, value: raw }],
    set: [{ key, value, expiresAt: request.at + STORED_MS }],
  })
}

/** A review is one message, whatever else it asks for. */
const stepsOf = (request: TriggerRequest, mentions: readonly Mention[]): readonly Mention[] =>
  request.kind !== 'review'
    ? mentions
    : mentions.filter(
        (one, at) => one.kind !== 'prompt' || mentions.findIndex(({ kind }) => kind === 'prompt') === at,
      )

/**
 * Carries out what a comment asks for, in its order. What is done is stored after each step, so that another server continues
 * after it: a step that this one did not store may be done twice, as one.
 */
async function answerMentions(
  deps: TriggerWork,
  key: string,
  request: TriggerRequest,
  authorized: AuthorizedRequest,
): Promise<TriggerOutcome> {
  const all = stepsOf(request, authorized.mentions)
  let done = request.done ?? { steps: 0, job: null, said: [] }
  let accepted: Extract<TriggerOutcome, { kind: 'accepted' }> | null =
    done.job === null ? null : { kind: 'accepted', job: done.job }
  for (const [at, mention] of all.entries()) {
    if (at < done.steps) continue
    const outcome =
      at < MAX_MENTIONS
        ? await answerMention(deps, authorized, request, { mention, at })
        : answered(MORE_LEFT_OUT)
    if (outcome.kind === 'later' || outcome.kind === 'stranger') return outcome
    if (outcome.kind === 'accepted') accepted = outcome
    const said = outcome.kind === 'answered' ? [...done.said, outcome.text] : done.said
    done = { steps: at + 1, job: accepted?.job ?? null, said }
    const value = JSON.stringify({ ...request, done })
    await deps.store.commit({ set: [{ key, value, expiresAt: request.at + STORED_MS }] })
    if (at >= MAX_MENTIONS) break
  }
  const text = done.said.join('\n\n')
  if (text === '') return accepted ?? { kind: 'ignored', why: 'nothing is left to do' }
  return { kind: 'answered', text, ...(accepted !== null && { accepted }) }
}

/** One step. An earlier one may have changed the job, and each has its own idempotency key. */
async function answerMention(
  deps: TriggerWork,
  authorized: AuthorizedRequest,
  request: TriggerRequest,
  { mention, at }: { readonly mention: Mention; readonly at: number },
): Promise<TriggerOutcome> {
  const { project } = authorized.work
  const source = `${requestIdOf(request)}~${at + 1}`
  const idempotencyKey = { source, repositoryId: project.repositoryId }
  const job = await findJob(deps.store, project.repositoryId, request)
  const step = { ...authorized, job, work: { ...authorized.work, idempotencyKey } }
  return startOrContinueJob(deps, step, request, mention)
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
  const keys = idsOf(request).map((id) => triggerKeys.source(project.repositoryId, id))
  const raw = (await deps.store.getMany(keys)).find((one) => one !== undefined)
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
  key: triggerKeys.source(project.repositoryId, requestIdOf(request)),
  value: JSON.stringify({ bodyHash: '', id, body: '' }),
  expiresAt: now() + REMEMBERED_MS,
})

/** Shows the requester that the request was accepted. An older installation may lack the permission for it. */
async function acknowledge(
  deps: TriggerWork,
  project: Project,
  request: TriggerRequest,
  {
    content,
    on = subjectOf(request),
  }: { readonly content: 'eyes' | 'confused'; readonly on?: ReactionSubject | undefined },
): Promise<void> {
  const repository = repositoryRef(project)
  if (repository === null) return
  await noteRefusal(deps, repository, request, {
    what: 'reaction',
    written: await deps.github.react(repository, on, content),
  })
}

/** Throws GithubUnavailable while GitHub may take the refusal back. */
async function noteRefusal(
  deps: TriggerWork,
  repository: RepositoryRef,
  request: TriggerRequest,
  { what, written }: { readonly what: string; readonly written: Written },
): Promise<void> {
  if (written.kind === 'written') return
  const at = await doubtWrite(deps, repository, what, written)
  if (at !== null) throw inDoubt(written.detail, at)
  deps.log.warn({ request: requestIdOf(request), refusal: written }, 'GitHub refuses the answer to a comment')
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
  deps: TriggerWork,
  project: Project,
  request: TriggerRequest,
  { text, isRepeated }: { readonly text: string; readonly isRepeated: boolean },
): Promise<void> {
  const repository = repositoryRef(project)
  if (repository === null) return
  const issue = issueOf(request)
  const marker = `<!-- prentice:reply:${requestIdOf(request)} -->`
  const since = new Date(request.at - CLOCK_SKEW_MS)
  if (isRepeated && (await deps.github.findOwnComment(repository, issue, { marker, since })) !== null) return
  const written = await deps.github.createComment(repository, issue, `${text}\n\n${marker}`)
  await noteRefusal(deps, repository, request, { what: 'comment', written })
}

const CLOCK_SKEW_MS = 60_000
