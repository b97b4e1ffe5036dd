import type { Logger } from 'pino'
import { z } from 'zod'
import type { Project } from '../projects/project.ts'
import { keySpace } from '../store/key-space.ts'
import type { KnownFields } from '../store/parse-records.ts'
import type { Store } from '../store/store.ts'

/** A person, or the bot of a GitHub App: see `botOf`. */
const Person = z.looseObject({ id: z.int(), login: z.string() })
export type Person = KnownFields<z.infer<typeof Person>>

/** An issue as the signed payload has it, so that nobody can change its text after the request. */
const IssueRecord = z.looseObject({
  number: z.int(),
  title: z.string(),
  body: z.string(),
  /** `null`: the account was deleted, or belongs to an organisation. */
  author: Person.nullable(),
})
export type IssueRecord = KnownFields<z.infer<typeof IssueRecord>>

const common = {
  /** Who asks. */
  sender: Person,
  /** GitHub says that the sender belongs to the repository or its owner. It proves nothing: see `check-sender.ts`. */
  isMember: z.boolean(),
  /** The GitHub App through which somebody wrote it; absent: none. */
  app: z.string().optional(),
  /** When the webhook arrived, epoch milliseconds. */
  at: z.int(),
  /** The comment that answers the request, once that is all that is left to do. */
  reply: z.string().optional(),
}

/** A comment, a review or a label, as its webhook brought it. */
export const TriggerRequest = z.discriminatedUnion('kind', [
  z.looseObject({
    kind: z.literal('comment'),
    comment: z.int(),
    text: z.string(),
    issue: IssueRecord,
    isPullRequest: z.boolean(),
    /** Id of the account that opened it; `null`: it was deleted. */
    openedBy: z.int().nullable(),
    ...common,
  }),
  z.looseObject({
    kind: z.literal('review'),
    review: z.int(),
    /** The comment of the review that mentions the App; `null`: its own text does, or none has to. */
    comment: z.int().nullable(),
    text: z.string(),
    pullRequest: z.int(),
    openedBy: z.int().nullable(),
    ...common,
  }),
  z.looseObject({
    kind: z.literal('label'),
    label: z.string(),
    labeledAt: z.int(),
    issue: IssueRecord,
    ...common,
  }),
])
export type TriggerRequest = KnownFields<z.infer<typeof TriggerRequest>>
export type CommentRequest = Extract<TriggerRequest, { kind: 'comment' }>
export type ReviewRequest = Extract<TriggerRequest, { kind: 'review' }>
export type LabelRequest = Extract<TriggerRequest, { kind: 'label' }>

/** Names the request within its repository. A review is one request, whichever of its webhooks comes first. */
export function requestIdOf(request: TriggerRequest): string {
  switch (request.kind) {
    case 'comment':
      return `comment-${request.comment}`
    case 'review':
      return `review-${request.review}`
    case 'label':
      // GitHub does not tell the id of the event. The time is part of the payload, so a repeated webhook has it again.
      return `label-${request.issue.number}-${request.labeledAt}`
  }
}

/** Number of the issue or pull request. */
export const issueOf = (request: TriggerRequest): number =>
  request.kind === 'review' ? request.pullRequest : request.issue.number

export const isOnPullRequest = (request: TriggerRequest): boolean =>
  request.kind === 'review' || (request.kind === 'comment' && request.isPullRequest)

/** After a longer delay by an outage or a limit of GitHub, the work would surprise whoever asked. */
export const KEPT_MS = 3_600_000

/** UTF-8 bytes of a request's texts. */
const MAX_TEXT = 64 * 1024

/** Most requests of a repository that wait, and most of those that are not from members: strangers displace nobody. */
const MAX_WAITING = 100
const MAX_WAITING_OF_OTHERS = 50

/**
 * Stores a request in one commit, for the timers to work on. A request that waits, or was worked on, is not stored
 * again.
 */
export async function receiveRequest(
  deps: {
    readonly store: Store
    /** Called after a commit that leaves something due. */
    readonly onDue: () => void
    readonly log: Logger
  },
  project: Pick<Project, 'id' | 'repositoryId'>,
  given: TriggerRequest,
): Promise<void> {
  const { store, log } = deps
  const id = requestIdOf(given)
  const request = withinLimit(given)
  if (request === null) return log.warn({ request: id }, 'a comment longer than 64 KiB is ignored')
  const key = keySpace.triggerRequest(project.id, id)
  const source = keySpace.source(project.repositoryId, id)
  const waiting = await store.list({ prefix: keySpace.triggerRequestsOf(project.id), limit: MAX_WAITING })
  if (waiting.length >= (request.isMember ? MAX_WAITING : MAX_WAITING_OF_OTHERS))
    return log.warn({ request: id, waiting: waiting.length }, 'too many comments wait, so one is ignored')
  const expiresAt = request.at + KEPT_MS
  await store.commit({
    checks: [
      { key, value: null },
      { key: source, value: null },
    ],
    set: [
      { key, value: JSON.stringify(request), expiresAt },
      {
        key: keySpace.trigger(request.at, { kind: request.kind, project: project.id, id }),
        value: '',
        expiresAt,
      },
    ],
  })
  deps.onDue()
}

/** The text of an issue gets the room that the comment leaves. `null`: the comment itself is too long. */
function withinLimit(request: TriggerRequest): TriggerRequest | null {
  const room = MAX_TEXT - (request.kind === 'label' ? 0 : Buffer.byteLength(request.text))
  if (room < 0) return null
  if (request.kind === 'review') return request
  const { issue } = request
  return { ...request, issue: { ...issue, body: cutTo(issue.body, room) } }
}

function cutTo(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  // With `stream`, the decoder omits an incomplete character at the end.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return `${decoder.decode(Buffer.from(text).subarray(0, bytes), { stream: true })}…`
}
