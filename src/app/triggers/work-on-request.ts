import type { Logger } from 'pino'
import { z } from 'zod'
import type { SubmittedReview } from '../github/conversation.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import { loadProject, type Project, repositoryRef } from '../projects/project.ts'
import { keySpace } from '../store/key-space.ts'
import type { QueueKey } from '../store/read-key.ts'
import type { Entry, Write } from '../store/store.ts'
import { type AnswerThreadsDeps, threadsEntry } from './answer-threads.ts'
import { type CarryOutDeps, carryOut } from './carry-out.ts'
import type { TriggerOutcome } from './outcome.ts'
import { readOwnReview, threadsOf } from './read-own-review.ts'
import { KEPT_MS } from './receive-request.ts'
import { acknowledge, reply } from './respond.ts'
import { issueOf, requestIdOf, TriggerRequest } from './trigger-request.ts'

export interface WorkOnRequestDeps extends CarryOutDeps, AnswerThreadsDeps {
  readonly github: CarryOutDeps['github'] &
    AnswerThreadsDeps['github'] &
    Pick<Github, 'react' | 'createComment' | 'findOwnComment'>
  readonly log: Logger
}

/** What became of a request that was worked on: the job that it led to, if it did. */
const Source = z.looseObject({ id: z.string().nullable() })

/** A request that led to no job is remembered for longer than GitHub redelivers its webhook. */
const REMEMBERED_MS = 7 * 24 * 3_600_000

/** What is left to do about a request. */
type Left =
  /** Look again at this time (epoch ms). */
  | { readonly kind: 'later'; readonly at: number }
  /** Nothing, apart from these writes, which are part of the commit that forgets the request. */
  | { readonly kind: 'nothing'; readonly set: readonly Write[] }

const NOTHING: Left = { kind: 'nothing', set: [] }

/** Works on a stored request that is due. An outage of GitHub delays it; after an hour it is forgotten. */
export async function workOnRequest(deps: WorkOnRequestDeps, due: QueueKey, entry: Entry): Promise<void> {
  const { store, log } = deps
  const key = keySpace.triggerRequest(due.project, due.id)
  const [raw, project] = await Promise.all([store.get(key), loadProject(store, due.project)])
  let left = NOTHING
  if (raw !== undefined && project !== null) {
    try {
      left = await advance(deps, project, TriggerRequest.parse(JSON.parse(raw)))
    } catch (error) {
      if (error instanceof GithubUnavailable) left = { kind: 'later', at: error.retryAt }
      else if (error instanceof GithubRefused)
        log.warn({ request: due.id, reason: error.reason }, 'GitHub refuses what a comment needs')
      else throw error
    }
  }
  if (left.kind === 'nothing') await store.commit({ del: [entry.key, key], set: left.set })
  else
    await store.commit({ del: [entry.key], set: [{ key: keySpace.dueLater(entry.key, left.at), value: '' }] })
}

async function advance(deps: WorkOnRequestDeps, project: Project, request: TriggerRequest): Promise<Left> {
  const { log, store } = deps
  if (request.reply !== undefined) {
    await reply(deps, project, request, { text: request.reply, isRepeated: true })
    return NOTHING
  }
  const outcome = (await outcomeBefore(deps, project, request)) ?? (await carryOut(deps, project, request))
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

/** Answers in the threads of a review wait for the commit. */
async function awaitCommit(
  deps: WorkOnRequestDeps,
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
  deps: WorkOnRequestDeps,
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
  deps: WorkOnRequestDeps,
  project: Project,
  request: TriggerRequest,
): Promise<SubmittedReview | null> {
  const repository = repositoryRef(project)
  return request.kind === 'review' && repository !== null ? readOwnReview(deps, repository, request) : null
}

/** The commit that created work for the request has remembered it already. */
async function remember(
  deps: WorkOnRequestDeps,
  project: Project,
  request: TriggerRequest,
  job: string,
): Promise<void> {
  const source = sourceOf(deps, project, request, job)
  await deps.store.commit({ checks: [{ key: source.key, value: null }], set: [source] })
}

const sourceOf = (
  { now }: WorkOnRequestDeps,
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
