import type { Review, ReviewComment } from '../state/issue.ts'
import type { Pull, Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { authorshipShape, reactionsShape } from './authorship.ts'
import { isoDate, nodeId } from './primitives.ts'
import { pullPage } from './pull-request.ts'
import { repositoryApi } from './repository.ts'

const link = (href: string) => ({ href })

export const reviewShape = (state: GithubState, pull: Pull, review: Review) => {
  const html = `${pullPage(state, pull)}#pullrequestreview-${review.id}`
  const pullUrl = `${repositoryApi(state, pull.repository)}/pulls/${pull.number}`
  const { performed_via_github_app: _, ...authorship } = authorshipShape(state, pull.repository, review)
  return {
    id: review.id,
    node_id: nodeId('PRR', review.id),
    ...authorship,
    body: review.body,
    state: review.state.toUpperCase(),
    html_url: html,
    pull_request_url: pullUrl,
    _links: { html: link(html), pull_request: link(pullUrl) },
    submitted_at: isoDate(review.submittedAt),
    commit_id: review.commit,
  }
}

/** In a webhook the state is lower case, and a body that was left empty is `null`. */
export const reviewEventShape = (state: GithubState, pull: Pull, review: Review) => ({
  ...reviewShape(state, pull, review),
  body: review.body === '' ? null : review.body,
  state: review.state,
})

export const reviewCommentShape = (
  state: GithubState,
  repository: Repository,
  pull: Pull,
  comment: ReviewComment,
) => {
  const api = repositoryApi(state, repository)
  const url = `${api}/pulls/comments/${comment.id}`
  const html = `${pullPage(state, pull)}#discussion_r${comment.id}`
  const pullUrl = `${api}/pulls/${pull.number}`
  const { performed_via_github_app: _, ...authorship } = authorshipShape(state, repository, comment)
  const { startLine, line, side } = comment
  return {
    id: comment.id,
    node_id: nodeId('PRRC', comment.id),
    url,
    html_url: html,
    pull_request_url: pullUrl,
    pull_request_review_id: comment.review,
    diff_hunk: comment.diffHunk,
    path: comment.path,
    position: 1,
    original_position: 1,
    commit_id: comment.commit,
    original_commit_id: comment.commit,
    ...(comment.inReplyTo === null ? {} : { in_reply_to_id: comment.inReplyTo }),
    ...authorship,
    body: comment.body,
    created_at: isoDate(comment.createdAt),
    updated_at: isoDate(comment.updatedAt),
    _links: { self: link(url), html: link(html), pull_request: link(pullUrl) },
    line,
    original_line: line,
    start_line: startLine,
    original_start_line: startLine,
    side,
    start_side: startLine === null ? null : side,
    subject_type: 'line',
    reactions: reactionsShape(repository, { kind: 'review-comment', id: comment.id }, url),
  }
}
