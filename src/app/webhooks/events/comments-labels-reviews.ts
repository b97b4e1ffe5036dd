import { z } from 'zod'
import { mayMention } from '../../../mention/find-mention.ts'
import { botOf, isAsker, namesBot } from '../../../mention/named-bots.ts'
import { jobKeys } from '../../job-store/job-record.ts'
import { loadProject, projectIdOf } from '../../projects/project.ts'
import {
  type Person as Asker,
  type IssueRecord,
  receiveRequest,
  type TriggerRequest,
} from '../../triggers/trigger-request.ts'
import type { EventWork, GithubEvents } from './event-work.ts'

const Person = z.object({ id: z.int(), login: z.string(), type: z.string() })

/** What the payloads of issues, comments and reviews have in common. */
const Common = z.object({
  sender: Person,
  repository: z.object({ id: z.int() }),
})

const Authored = z.object({
  user: Person.nullable(),
  author_association: z.string().optional(),
  performed_via_github_app: z.object({ slug: z.string().optional() }).nullish(),
})

const Issue = z
  .object({
    number: z.int(),
    title: z.string(),
    body: z.string().nullish(),
    user: Person.nullable(),
  })
  .transform(
    ({ number, title, body, user }): IssueRecord => ({
      number,
      title,
      body: body ?? '',
      author: user && readAsker(user),
    }),
  )

/** `null`: neither a person nor the bot of an App. */
function readAsker({ id, login, type }: z.infer<typeof Person>): Asker | null {
  if (!isAsker({ login, type })) return null
  return type === 'Bot' ? { id, login, type } : { id, login }
}

/** People whom GitHub counts among those of the repository. */
const MEMBERS = new Set(['OWNER', 'MEMBER', 'COLLABORATOR'])

const isMember = (association: string | undefined): boolean => MEMBERS.has(association ?? '')

type Given<T> = T extends TriggerRequest ? Omit<T, 'sender' | 'app' | 'at'> : never

/**
 * Stores a request, as a webhook brings it. A bot, or a person through an App, could be made to repeat what a stranger
 * wrote. So they ask only if the settings name the App.
 */
async function receiveTrigger(
  deps: EventWork,
  payload: unknown,
  request: Given<TriggerRequest>,
  /** The comment or the review, as the payload has it; `null`: a label asks. */
  written: z.infer<typeof Authored> | null = null,
): Promise<void> {
  const read = Common.safeParse(payload)
  const sender = read.success ? readAsker(read.data.sender) : null
  if (!read.success || sender === null) return
  // The rights of one person must not make the text of another a request.
  if (written !== null && written.user?.id !== sender.id) return
  const { repository } = read.data
  const project = await loadProject(deps.store, projectIdOf(repository.id))
  if (project === null || project.installationId === null || project.config?.triggers.comments === false)
    return
  const via = written?.performed_via_github_app
  const bot = botOf(sender)
  // None for a person who wrote it on GitHub's page: there, only their own rights decide, when the request is worked on.
  const apps = [...(bot === null ? [] : [bot]), ...(via ? [via.slug ?? ''] : [])]
  if (!apps.every((app) => namesBot(project.config?.triggers.bots ?? [], app))) return
  await receiveRequest(deps, project, {
    ...request,
    ...(bot !== null && { isMember: true }),
    ...(via?.slug !== undefined && { app: via.slug }),
    sender,
    at: deps.now(),
  })
}

const CommentPayload = z.object({
  comment: Authored.extend({ id: z.int(), body: z.string() }),
  issue: Issue,
})

/**
 * A comment on an issue or in the conversation of a pull request. Edits are ignored, because the editor is not always the
 * author.
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads#issue_comment
 */
export function onIssueComment(events: GithubEvents, deps: EventWork): void {
  events.on('issue_comment.created', async ({ payload }) => {
    const read = CommentPayload.safeParse(payload)
    if (!read.success) return
    const { comment, issue } = read.data
    if (!mayMention(comment.body)) return
    const request = {
      kind: 'comment',
      comment: comment.id,
      text: comment.body,
      issue,
      openedBy: payload.issue.user?.id ?? null,
      isPullRequest: payload.issue.pull_request !== undefined,
      isMember: isMember(comment.author_association),
    } as const
    await receiveTrigger(deps, payload, request, comment)
  })
}

const LabelPayload = z.object({
  issue: Issue,
  label: z.object({ name: z.string() }),
})

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#issues */
export function onIssueLabel(events: GithubEvents, deps: EventWork): void {
  events.on('issues.labeled', async ({ payload }) => {
    const read = LabelPayload.safeParse(payload)
    if (!read.success) return
    const { issue, label } = read.data
    const labeledAt = Date.parse(payload.issue.updated_at)
    if (Number.isNaN(labeledAt)) return
    // Nobody without a role in the repository can add a label.
    await receiveTrigger(deps, payload, {
      kind: 'label',
      label: label.name,
      labeledAt,
      issue,
      isMember: true,
    })
  })
}

const Review = Authored.extend({ id: z.int(), body: z.string().nullable() })
const Comment = Authored.extend({
  id: z.int(),
  body: z.string(),
  pull_request_review_id: z.int().nullable(),
})

/**
 * A review and each of its comments have a webhook of their own, in any order. Whichever mentions the App stands for the
 * whole review.
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads#pull_request_review
 */
export function onReview(events: GithubEvents, deps: EventWork): void {
  events.on('pull_request_review.submitted', async ({ payload }) => {
    const read = Review.safeParse(payload.review)
    if (!read.success) return
    const { id, body, ...review } = read.data
    const pullRequest = payload.pull_request.number
    const text = body ?? ''
    // The settings may say that a review of a pull request of Prentice needs no mention.
    if (!mayMention(text) && !(await isOurs(deps, payload.repository.id, pullRequest))) return
    const isOfMember = isMember(review.author_association)
    const request = {
      ...({ kind: 'review', review: id, comment: null, text, pullRequest } as const),
      openedBy: payload.pull_request.user?.id ?? null,
      isMember: isOfMember,
    }
    await receiveTrigger(deps, payload, request, review)
  })
  events.on('pull_request_review_comment.created', async ({ payload }) => {
    const read = Comment.safeParse(payload.comment)
    if (!read.success) return
    const { id, body, pull_request_review_id: review, ...comment } = read.data
    if (review === null || !mayMention(body)) return
    const pullRequest = payload.pull_request.number
    const request = {
      ...({ kind: 'review', review, comment: id, text: body, pullRequest } as const),
      openedBy: payload.pull_request.user?.id ?? null,
      isMember: isMember(comment.author_association),
    }
    await receiveTrigger(deps, payload, request, comment)
  })
}

const isOurs = async ({ store }: EventWork, repositoryId: number, pullRequest: number): Promise<boolean> =>
  (await store.get(jobKeys.ofPullRequest(repositoryId, pullRequest))) !== undefined
