import { demandAuthorOrRole } from '../accounts/authorize.ts'
import { checkBody } from '../issues/comments.ts'
import { react } from '../issues/react.ts'
import { addReviewComment, dismissReview, replyToComment, submitReview } from '../issues/reviews.ts'
import { writerOf } from '../issues/threads.ts'
import { notFound } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { RepositoryCall, RestResponse, Route } from '../rest/route.ts'
import { updatedSince } from '../rest/updated-since.ts'
import { reviewCommentShape, reviewShape } from '../shapes/review.ts'
import type { Review, ReviewComment } from '../state/issue.ts'
import type { Pull } from '../state/repository.ts'
import { announceReviewComment } from '../webhooks/issue-events.ts'
import { repositoryRoute } from './routes-for.ts'

const pullNumbered = ({ repository }: RepositoryCall, number: string | number | undefined): Pull => {
  const pull = repository.pulls.find((one) => String(one.number) === String(number))
  if (!pull) throw notFound()
  return pull
}

const pullOf = (call: RepositoryCall): Pull => pullNumbered(call, call.params.pull_number)

const reviewOf = (call: RepositoryCall): Review => {
  const { number } = pullOf(call)
  const review = call.repository.reviews.find(
    ({ id, pull }) => pull === number && String(id) === call.params.review_id,
  )
  if (!review) throw notFound()
  return review
}

const commentOf = ({ repository, params }: RepositoryCall): ReviewComment => {
  const comment = repository.reviewComments.find(({ id }) => String(id) === params.comment_id)
  if (!comment) throw notFound()
  return comment
}

/** An own comment, or any with write access. */
const ownCommentOf = (call: RepositoryCall): ReviewComment => {
  const comment = commentOf(call)
  demandAuthorOrRole(call, comment.author, 'write')
  return comment
}

const shapeOf = (call: RepositoryCall, comment: ReviewComment) =>
  reviewCommentShape(call.state, call.repository, pullNumbered(call, comment.pull), comment)

const submit = async (call: RepositoryCall): Promise<RestResponse> => {
  const pull = pullOf(call)
  const review = await submitReview(call.state, pull, call.body, writerOf(call.actor, call.credential))
  return { status: 200, body: reviewShape(call.state, pull, review) }
}

/** The oldest first. */
const list = (call: RepositoryCall): RestResponse => {
  const pull = pullOf(call)
  const reviews = call.repository.reviews.filter((review) => review.pull === pull.number)
  const { page, headers } = paginate(call, reviews)
  return { status: 200, headers, body: page.map((review) => reviewShape(call.state, pull, review)) }
}

const dismiss = (call: RepositoryCall): RestResponse => {
  const review = reviewOf(call)
  demandAuthorOrRole(call, review.author, 'write')
  const pull = pullOf(call)
  return {
    status: 200,
    body: reviewShape(call.state, pull, dismissReview(call.state, pull, review, call.actor)),
  }
}

const listComments = (call: RepositoryCall, comments: readonly ReviewComment[]): RestResponse => {
  const { page, headers } = paginate(call, comments)
  return { status: 200, headers, body: page.map((comment) => shapeOf(call, comment)) }
}

const comment = async (call: RepositoryCall): Promise<RestResponse> => {
  const writer = writerOf(call.actor, call.credential)
  const made = await addReviewComment(call.state, pullOf(call), call.body, writer)
  return { status: 201, body: shapeOf(call, made) }
}

const reply = (call: RepositoryCall): RestResponse => {
  const writer = writerOf(call.actor, call.credential)
  const to = { body: call.body.body, writer }
  return { status: 201, body: shapeOf(call, replyToComment(call.state, pullOf(call), commentOf(call), to)) }
}

const edit = (call: RepositoryCall): RestResponse => {
  const own = ownCommentOf(call)
  const changes = { body: { from: own.body } }
  own.body = checkBody(call.body.body, 'PullRequestReviewComment')
  own.updatedAt = call.state.now()
  const event = { action: 'edited', comment: own, sender: call.actor } as const
  announceReviewComment(call.state, pullNumbered(call, own.pull), event, { changes })
  return { status: 200, body: shapeOf(call, own) }
}

const remove = (call: RepositoryCall): RestResponse => {
  const own = ownCommentOf(call)
  call.repository.reviewComments.splice(call.repository.reviewComments.indexOf(own), 1)
  const event = { action: 'deleted', comment: own, sender: call.actor } as const
  announceReviewComment(call.state, pullNumbered(call, own.pull), event)
  return { status: 204 }
}

const reactToComment = (call: RepositoryCall): RestResponse =>
  react(
    call.state,
    call.repository,
    { kind: 'review-comment', id: commentOf(call).id },
    { content: call.body.content, author: call.actor },
  )

const REVIEWS = '/pulls/{pull_number}/reviews'
const COMMENTS = '/pulls/{pull_number}/comments'
const COMMENT = '/pulls/comments/{comment_id}'
const READ = 'pull_requests:read'
const WRITE = 'pull_requests:write'

export const reviewRoutes: readonly Route[] = [
  repositoryRoute('POST', REVIEWS, WRITE, submit),
  repositoryRoute('GET', REVIEWS, READ, list),
  repositoryRoute('PUT', `${REVIEWS}/{review_id}/dismissals`, WRITE, dismiss),
  repositoryRoute('GET', `${REVIEWS}/{review_id}`, READ, (call) => ({
    status: 200,
    body: reviewShape(call.state, pullOf(call), reviewOf(call)),
  })),
  repositoryRoute('GET', `${REVIEWS}/{review_id}/comments`, READ, (call) =>
    listComments(
      call,
      call.repository.reviewComments.filter(({ review }) => review === reviewOf(call).id),
    ),
  ),
  repositoryRoute('POST', COMMENTS, WRITE, comment),
  repositoryRoute('GET', COMMENTS, READ, (call) =>
    listComments(
      call,
      updatedSince(
        call,
        call.repository.reviewComments.filter(({ pull }) => pull === pullOf(call).number),
      ),
    ),
  ),
  repositoryRoute('POST', `${COMMENTS}/{comment_id}/replies`, WRITE, reply),
  repositoryRoute('GET', COMMENT, READ, (call) => ({ status: 200, body: shapeOf(call, commentOf(call)) })),
  repositoryRoute('PATCH', COMMENT, WRITE, edit),
  repositoryRoute('DELETE', COMMENT, WRITE, remove),
  repositoryRoute('POST', `${COMMENT}/reactions`, WRITE, reactToComment),
]
