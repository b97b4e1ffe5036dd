import { validationFailed } from '../rest/api-error.ts'
import { type Thread, threadNumber } from '../shapes/issue.ts'
import type { Account } from '../state/account.ts'
import type { Comment } from '../state/issue.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announceComment } from '../webhooks/issue-events.ts'
import { findThread, type Writer } from './threads.ts'

const MAX_BODY = 65_536

/** The body of a comment that was sent, or GitHub's error. */
export const checkBody = (body: unknown, resource: string): string => {
  if (typeof body !== 'string' || body.trim() === '')
    throw validationFailed({ resource, code: 'missing_field', field: 'body' })
  if (body.length > MAX_BODY)
    throw validationFailed({
      resource,
      code: 'unprocessable',
      field: 'data',
      message: `Body is too long (maximum is ${MAX_BODY} characters)`,
    })
  return body
}

export const addComment = (
  state: GithubState,
  repository: Repository,
  thread: Thread,
  { body, writer }: { readonly body: unknown; readonly writer: Writer },
): Comment => {
  const now = state.now()
  const comment: Comment = {
    id: state.nextId(),
    issue: threadNumber(thread),
    author: writer.account,
    viaApp: writer.viaApp,
    body: checkBody(body, 'IssueComment'),
    createdAt: now,
    updatedAt: now,
  }
  repository.comments.push(comment)
  announceComment(state, { repository, thread, sender: writer.account }, 'created', comment)
  return comment
}

export const editComment = (
  state: GithubState,
  repository: Repository,
  comment: Comment,
  { body, sender }: { readonly body: unknown; readonly sender: Account },
): void => {
  const changes = { body: { from: comment.body } }
  comment.body = checkBody(body, 'IssueComment')
  comment.updatedAt = state.now()
  const thread = findThread(repository, comment.issue)
  if (thread) announceComment(state, { repository, thread, sender }, 'edited', comment, { changes })
}

export const deleteComment = (
  state: GithubState,
  repository: Repository,
  comment: Comment,
  sender: Account,
): void => {
  repository.comments.splice(repository.comments.indexOf(comment), 1)
  const thread = findThread(repository, comment.issue)
  if (thread) announceComment(state, { repository, thread, sender }, 'deleted', comment)
}
