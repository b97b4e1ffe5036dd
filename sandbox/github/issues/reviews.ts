import { mergeBase } from '../git/commits.ts'
import { diffFiles } from '../git/diff.ts'
import { validationFailed } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'
import type { Review, ReviewComment } from '../state/issue.ts'
import type { Pull } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announceReview, announceReviewComment } from '../webhooks/issue-events.ts'
import { checkBody } from './comments.ts'
import { hunkAt } from './hunk-at.ts'
import type { Writer } from './threads.ts'

const STATES = { APPROVE: 'approved', REQUEST_CHANGES: 'changes_requested', COMMENT: 'commented' } as const
type Event = keyof typeof STATES

/** Submits a review with its comments. GitHub sends the event of the review and one for each comment. */
export const submitReview = async (
  state: GithubState,
  pull: Pull,
  sent: Json,
  writer: Writer,
): Promise<Review> => {
  const { event, body = '' } = sent
  const comments = Array.isArray(sent.comments) ? sent.comments : []
  if (typeof event !== 'string' || !(event in STATES) || typeof body !== 'string')
    throw validationFailed({ resource: 'PullRequestReview', code: 'invalid', field: 'event' })
  if (body === '' && event !== 'APPROVE' && (event === 'REQUEST_CHANGES' || comments.length === 0))
    throw validationFailed({ resource: 'PullRequestReview', code: 'missing_field', field: 'body' })
  const review = newReview(state, pull, { body, state: STATES[event as Event] }, writer)
  const made: ReviewComment[] = []
  for (const comment of comments) made.push(await newComment(state, pull, review, comment, writer))
  record(state, pull, review, made)
  return review
}

/** "Add single comment": a review of its own, without a text. */
export const addReviewComment = async (
  state: GithubState,
  pull: Pull,
  sent: Json,
  writer: Writer,
): Promise<ReviewComment> => {
  const review = newReview(state, pull, { body: '', state: 'commented' }, writer)
  const comment = await newComment(state, pull, review, sent, writer)
  record(state, pull, review, [comment])
  return comment
}

/** An answer in the thread of a comment. It has a review of its own, too. */
export const replyToComment = (
  state: GithubState,
  pull: Pull,
  to: ReviewComment,
  { body, writer }: { readonly body: unknown; readonly writer: Writer },
): ReviewComment => {
  const review = newReview(state, pull, { body: '', state: 'commented' }, writer)
  const { path, line, startLine, side, diffHunk } = to
  const place = { path, line, startLine, side, diffHunk, inReplyTo: to.inReplyTo ?? to.id }
  const comment = commentAt(state, review, place, { body: checkBody(body, REVIEW_COMMENT), writer })
  record(state, pull, review, [comment])
  return comment
}

const REVIEW_COMMENT = 'PullRequestReviewComment'

const record = (state: GithubState, pull: Pull, review: Review, comments: readonly ReviewComment[]): void => {
  pull.repository.reviews.push(review)
  pull.repository.reviewComments.push(...comments)
  announceReview(state, pull, review)
  for (const comment of comments)
    announceReviewComment(state, pull, { action: 'created', comment, sender: review.author })
}

const newReview = (
  state: GithubState,
  pull: Pull,
  text: Pick<Review, 'body' | 'state'>,
  writer: Writer,
): Review => ({
  ...text,
  id: state.nextId(),
  pull: pull.number,
  author: writer.account,
  viaApp: writer.viaApp,
  commit: pull.headSha,
  submittedAt: state.now(),
})

const newComment = async (
  state: GithubState,
  pull: Pull,
  review: Review,
  sent: Json,
  writer: Writer,
): Promise<ReviewComment> => {
  const { path, line, start_line: start } = sent
  const side: ReviewComment['side'] = sent.side === 'LEFT' ? 'LEFT' : 'RIGHT'
  if (typeof path !== 'string' || typeof line !== 'number')
    throw validationFailed({ resource: REVIEW_COMMENT, code: 'missing_field', field: 'line' })
  const base = (await mergeBase(state, pull.repository, pull.baseSha, pull.headSha)) ?? pull.baseSha
  const files = await diffFiles(state, pull.repository, base, pull.headSha)
  const patch = files.find((file) => file.path === path)?.patch ?? null
  const diffHunk = patch === null ? null : hunkAt(patch, side, line)
  if (diffHunk === null)
    throw validationFailed({
      resource: REVIEW_COMMENT,
      code: 'invalid',
      field: 'pull_request_review_thread.line',
    })
  const startLine = typeof start === 'number' ? start : null
  const place = { path, line, startLine, side, diffHunk, inReplyTo: null }
  return commentAt(state, review, place, { body: checkBody(sent.body, REVIEW_COMMENT), writer })
}

const commentAt = (
  state: GithubState,
  review: Review,
  place: Pick<ReviewComment, 'path' | 'line' | 'startLine' | 'side' | 'diffHunk' | 'inReplyTo'>,
  { body, writer }: { readonly body: string; readonly writer: Writer },
): ReviewComment => ({
  ...place,
  id: state.nextId(),
  review: review.id,
  pull: review.pull,
  commit: review.commit,
  author: writer.account,
  viaApp: writer.viaApp,
  body,
  createdAt: review.submittedAt,
  updatedAt: review.submittedAt,
})
