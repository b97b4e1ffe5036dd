import { isAncestor, mergeBase } from '../git/commits.ts'
import { diffFiles } from '../git/diff.ts'
import { ApiError, validationFailed } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'
import type { Account } from '../state/account.ts'
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
  if (body.length > MAX_BODY) throw unprocessable('Body is too long (maximum is 65536 characters)')
  if (event !== 'COMMENT' && writer.account.id === pull.author.id) {
    const what = event === 'APPROVE' ? 'approve' : 'request changes on'
    throw new ApiError(422, 'Unprocessable Entity', { errors: [`Can not ${what} your own pull request`] })
  }
  const commit = await commitOf(state, pull, sent.commit_id)
  const review = { ...newReview(state, pull, { body, state: STATES[event as Event] }, writer), commit }
  const made: ReviewComment[] = []
  // All or nothing: nothing is recorded before all comments have been checked.
  for (const comment of comments) made.push(await newComment(state, pull, review, comment, writer, true))
  record(state, pull, review, made)
  return review
}

const MAX_BODY = 65_536

/** As the reviews API words its refusals: https://github.com/The-PR-Agent/pr-agent/issues/592 */
const unprocessable = (...errors: readonly string[]): ApiError =>
  new ApiError(422, 'Unprocessable Entity', { errors })

/** The commit that a review is about: one of the pull request, by default its head. */
const commitOf = async (state: GithubState, pull: Pull, id: unknown): Promise<string> => {
  if (id === undefined || id === pull.headSha) return pull.headSha
  const isPart =
    typeof id === 'string' &&
    /^[0-9a-f]{40}$/.test(id) &&
    (await isAncestor(state, pull.repository, id, pull.headSha)) &&
    !(await isAncestor(state, pull.repository, id, pull.baseSha))
  if (isPart) return id
  throw unprocessable('The commit is not part of the pull request')
}

/** "Dismiss review": it keeps its time and its commit. */
export const dismissReview = (state: GithubState, pull: Pull, review: Review, sender: Account): Review => {
  if (review.state === 'commented' || review.state === 'dismissed')
    throw new ApiError(422, `Can not dismiss a ${review.state} pull request review`)
  review.state = 'dismissed'
  announceReview(state, pull, review, { action: 'dismissed', sender })
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

/** `isOfReview`: the two APIs word their refusals differently. */
const newComment = async (
  state: GithubState,
  pull: Pull,
  review: Review,
  sent: Json,
  writer: Writer,
  isOfReview = false,
): Promise<ReviewComment> => {
  const { path, line, start_line: start } = sent
  const side: ReviewComment['side'] = sent.side === 'LEFT' ? 'LEFT' : 'RIGHT'
  if (typeof path !== 'string' || typeof line !== 'number')
    throw validationFailed({ resource: REVIEW_COMMENT, code: 'missing_field', field: 'line' })
  const refuse = (field: string, ...texts: readonly string[]): ApiError =>
    isOfReview
      ? unprocessable(texts.join(' and '))
      : validationFailed({ resource: REVIEW_COMMENT, code: 'invalid', field })
  const base = (await mergeBase(state, pull.repository, pull.baseSha, review.commit)) ?? pull.baseSha
  const files = await diffFiles(state, pull.repository, base, review.commit)
  const patch = files.find((file) => file.path === path)?.patch ?? null
  const diffHunk = patch === null ? null : hunkAt(patch, side, line)
  if (diffHunk === null)
    throw refuse(
      'pull_request_review_thread.line',
      ...(files.some((file) => file.path === path) ? [] : ['Path could not be resolved']),
      'Pull request review thread line must be part of the diff',
      "Pull request review thread diff hunk can't be blank",
    )
  const startLine = typeof start === 'number' ? start : null
  if (startLine !== null && startLine >= line)
    throw refuse(
      'pull_request_review_thread.start_line',
      'Pull request review thread start line must precede the end line.',
    )
  // The hunk begins with its head, which both lines share if they are in one hunk.
  if (
    startLine !== null &&
    hunkAt(patch ?? '', side, startLine)?.split('\n', 1)[0] !== diffHunk.split('\n', 1)[0]
  )
    throw refuse(
      'pull_request_review_thread.start_line',
      'Pull request review thread start line must be part of the same hunk as the line.',
    )
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
