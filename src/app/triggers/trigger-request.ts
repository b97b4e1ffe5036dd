import { z } from 'zod'
import type { KnownFields } from '../store/parse-records.ts'

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
