import type { Logger } from 'pino'
import { z } from 'zod'
import { triggerKeys } from '../job-store/idempotency.ts'
import type { Project } from '../projects/project.ts'
import type { KnownFields } from '../store/parse-records.ts'
import type { Store } from '../store/store.ts'

/** Requests that wait for their turn. */
export const requestKeys = {
  record: (project: string, id: string) => `trigger-request/${project}/${id}`,
  /** When requests on an issue were answered, epoch milliseconds. */
  answers: (project: string, issue: number) => `answers/${project}/${issue}`,
  of: (project: string) => `trigger-request/${project}/` as const,
}

/** A person, or the bot of a GitHub App: see `botOf`. `type`: what GitHub says; absent: a person, or stored earlier. */
const Person = z.looseObject({ id: z.int(), login: z.string(), type: z.literal('Bot').optional() })
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
  /** GitHub has confirmed that the sender may ask. */
  isConfirmed: z.boolean().optional(),
  /** The comment has more than 64 KiB, and the middle of its text is left out. */
  isTooLong: z.boolean().optional(),
  /** How many of the commands and prompts of the comment are done, and what came of them. */
  done: z.looseObject({ steps: z.int(), job: z.string().nullable(), said: z.array(z.string()) }).optional(),
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
      return `${earlierIdOf(request)}-${encodeURIComponent(request.label.toWellFormed().toLowerCase())}`
  }
}

/**
 * GitHub does not tell the id of the event. The time is part of the payload, so a repeated webhook has it again, but it
 * has whole seconds, so labels that are added together share it.
 */
const earlierIdOf = ({ issue, labeledAt }: LabelRequest): string => `label-${issue.number}-${labeledAt}`

/** The names under which the outcome of a request may be stored. Earlier versions left out the label. */
export const idsOf = (request: TriggerRequest): readonly string[] => [
  requestIdOf(request),
  ...(request.kind === 'label' ? [earlierIdOf(request)] : []),
]

/** Number of the issue or pull request. */
export const issueOf = (request: TriggerRequest): number =>
  request.kind === 'review' ? request.pullRequest : request.issue.number

export const isOnPullRequest = (request: TriggerRequest): boolean =>
  request.kind === 'review' || (request.kind === 'comment' && request.isPullRequest)

/** After a longer delay by an outage or a limit of GitHub, the work would surprise whoever asked. */
export const KEPT_MS = 3_600_000
/** A request that was not worked on in time may have to be answered. */
export const STORED_MS = 2 * KEPT_MS

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
  const key = requestKeys.record(project.id, id)
  const sources = idsOf(request).map((one) => triggerKeys.source(project.repositoryId, one))
  const waiting = await store.list({ prefix: requestKeys.of(project.id), limit: MAX_WAITING })
  if (waiting.length >= (request.isMember ? MAX_WAITING : MAX_WAITING_OF_OTHERS))
    return log.warn({ request: id, waiting: waiting.length }, 'too many comments wait, so one is ignored')
  const expiresAt = request.at + STORED_MS
  await store.commit({
    checks: [key, ...sources].map((one) => ({ key: one, value: null })),
    set: [
      { key, value: JSON.stringify(request), expiresAt },
      {
        key: triggerKeys.due(request.at, { kind: request.kind, project: project.id, id }),
        value: '',
        expiresAt,
      },
    ],
  })
  deps.onDue()
}

/** The text of an issue gets the room that the comment leaves. */
function withinLimit(given: TriggerRequest): TriggerRequest {
  const request = withShortText(given)
  if (request.kind === 'review') return request
  const room = MAX_TEXT - (request.kind === 'label' ? 0 : Buffer.byteLength(request.text))
  const { issue } = request
  return { ...request, issue: { ...issue, body: cutTo(issue.body, room) } }
}

/** A mention in a text that is too long is likely to be at its beginning or at its end. */
function withShortText(request: TriggerRequest): TriggerRequest {
  if (request.kind === 'label' || Buffer.byteLength(request.text) <= MAX_TEXT) return request
  const { text } = request
  const [head, tail] = [text.slice(0, KEPT_CHARACTERS), text.slice(-KEPT_CHARACTERS)]
  return { ...request, isTooLong: true, text: `${head}\n\n${tail}`.toWellFormed() }
}

/** Of each end. A character has at most three bytes in UTF-8. */
const KEPT_CHARACTERS = 8_000

function cutTo(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  // With `stream`, the decoder omits an incomplete character at the end.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return `${decoder.decode(Buffer.from(text).subarray(0, bytes), { stream: true })}…`
}
