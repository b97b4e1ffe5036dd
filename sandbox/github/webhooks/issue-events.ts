import type { Json } from '../rest/route.ts'
import { labelShape } from '../shapes/authorship.ts'
import { commentShape, issueShape, type Thread } from '../shapes/issue.ts'
import { simplePullShape } from '../shapes/pull-request.ts'
import { reviewCommentShape, reviewEventShape } from '../shapes/review.ts'
import type { Account } from '../state/account.ts'
import type { Comment, Label, Review, ReviewComment } from '../state/issue.ts'
import type { Pull, Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announceRepositoryEvent } from './repository-event.ts'

interface On {
  readonly repository: Repository
  readonly thread: Thread
  readonly sender: Account
}

/** Only apps with one of these permissions get the events of a conversation. */
const permissionsFor = ({ thread }: On): readonly string[] =>
  thread.kind === 'pull' ? ['issues', 'pull_requests'] : ['issues']

export const announceIssue = (
  state: GithubState,
  on: On,
  action: 'opened' | 'edited' | 'closed' | 'reopened',
  more: Json = {},
): void =>
  announceRepositoryEvent(state, 'issues', {
    ...on,
    permissions: permissionsFor(on),
    payload: { action, issue: issueShape(state, on.repository, on.thread), ...more },
  })

/** A label of a pull request is an event of the pull request. */
export const announceLabel = (
  state: GithubState,
  on: On,
  action: 'labeled' | 'unlabeled',
  label: Label,
): void => {
  const payload = { action, label: labelShape(state, on.repository, label) }
  if (on.thread.kind === 'pull') {
    const { pull } = on.thread
    const body = { ...payload, number: pull.number, pull_request: simplePullShape(state, pull) }
    announceRepositoryEvent(state, 'pull_request', { ...on, payload: body })
    return
  }
  announceRepositoryEvent(state, 'issues', {
    ...on,
    permissions: permissionsFor(on),
    payload: { ...payload, issue: issueShape(state, on.repository, on.thread) },
  })
}

export const announceComment = (
  state: GithubState,
  on: On,
  action: 'created' | 'edited' | 'deleted',
  comment: Comment,
  more: Json = {},
): void =>
  announceRepositoryEvent(state, 'issue_comment', {
    ...on,
    permissions: permissionsFor(on),
    payload: {
      action,
      issue: issueShape(state, on.repository, on.thread),
      comment: commentShape(state, on.repository, on.thread, comment),
      ...more,
    },
  })

export const announceReview = (
  state: GithubState,
  pull: Pull,
  review: Review,
  { action, sender }: { action: 'submitted' | 'dismissed'; sender: Account } = {
    action: 'submitted',
    sender: review.author,
  },
): void =>
  announceRepositoryEvent(state, 'pull_request_review', {
    repository: pull.repository,
    sender,
    permissions: ['pull_requests'],
    payload: {
      action,
      review: reviewEventShape(state, pull, review),
      pull_request: simplePullShape(state, pull),
    },
  })

export const announceReviewComment = (
  state: GithubState,
  pull: Pull,
  {
    action,
    comment,
    sender,
  }: { action: 'created' | 'edited' | 'deleted'; comment: ReviewComment; sender: Account },
  more: Json = {},
): void =>
  announceRepositoryEvent(state, 'pull_request_review_comment', {
    repository: pull.repository,
    sender,
    permissions: ['pull_requests'],
    payload: {
      action,
      comment: reviewCommentShape(state, pull.repository, pull, comment),
      pull_request: simplePullShape(state, pull),
      ...more,
    },
  })
