import { z } from 'zod'
import { mayMention } from '../../../mention/find-mention.ts'
import { keySpace } from '../../store/key-space.ts'
import type { GithubEvents, WebhookDeps } from './deps.ts'
import { Authored, isMember, receiveTrigger } from './trigger-payload.ts'

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
export function onReview(events: GithubEvents, deps: WebhookDeps): void {
  events.on('pull_request_review.submitted', async ({ payload }) => {
    const read = Review.safeParse(payload.review)
    if (!read.success) return
    const { id, body, ...review } = read.data
    const pullRequest = payload.pull_request.number
    const text = body ?? ''
    // The settings may say that a review of its own pull request needs no mention.
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

const isOurs = async ({ store }: WebhookDeps, repositoryId: number, pullRequest: number): Promise<boolean> =>
  (await store.get(keySpace.pullRequest(repositoryId, pullRequest))) !== undefined
