import { demandAuthorOrRole } from '../accounts/authorize.ts'
import { addComment, deleteComment, editComment } from '../issues/comments.ts'
import { react } from '../issues/react.ts'
import { findThread, writerOf } from '../issues/threads.ts'
import { notFound } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { RepositoryCall, Route } from '../rest/route.ts'
import { updatedSince } from '../rest/updated-since.ts'
import { commentShape, type Thread, threadNumber } from '../shapes/issue.ts'
import type { Comment } from '../state/issue.ts'
import { repositoryRoute } from './routes-for.ts'

const threadOf = ({ repository, params }: RepositoryCall): Thread => {
  const thread = findThread(repository, params.issue_number ?? '')
  if (!thread) throw notFound()
  return thread
}

const commentOf = (call: RepositoryCall): Comment => {
  const comment = call.repository.comments.find(({ id }) => String(id) === call.params.comment_id)
  if (!comment) throw notFound()
  return comment
}

/** An own comment, or any with write access. */
const ownCommentOf = (call: RepositoryCall): Comment => {
  const comment = commentOf(call)
  demandAuthorOrRole(call, comment.author, 'write')
  return comment
}

const shapeOf = ({ state, repository }: RepositoryCall, comment: Comment) => {
  const thread = findThread(repository, comment.issue)
  if (!thread) throw notFound()
  return commentShape(state, repository, thread, comment)
}

const create = (call: RepositoryCall) => {
  const { state, repository, actor, credential, body } = call
  const writer = writerOf(actor, credential)
  const comment = addComment(state, repository, threadOf(call), { body: body.body, writer })
  return { status: 201, body: shapeOf(call, comment) }
}

const list = (call: RepositoryCall) => {
  const number = threadNumber(threadOf(call))
  const own = call.repository.comments.filter((comment) => comment.issue === number)
  const { page, headers } = paginate(call, updatedSince(call, own))
  return { status: 200, headers, body: page.map((comment) => shapeOf(call, comment)) }
}

const edit = (call: RepositoryCall) => {
  const comment = ownCommentOf(call)
  editComment(call.state, call.repository, comment, { body: call.body.body, sender: call.actor })
  return { status: 200, body: shapeOf(call, comment) }
}

const remove = (call: RepositoryCall) => {
  deleteComment(call.state, call.repository, ownCommentOf(call), call.actor)
  return { status: 204 }
}

const reactToComment = (call: RepositoryCall) =>
  react(
    call.state,
    call.repository,
    { kind: 'comment', id: commentOf(call).id },
    { content: call.body.content, author: call.actor },
  )

const reactToIssue = (call: RepositoryCall) => {
  const thread = threadOf(call)
  const { id } = thread.kind === 'issue' ? thread.issue : thread.pull
  const by = { content: call.body.content, author: call.actor }
  return react(call.state, call.repository, { kind: 'issue', id }, by)
}

const COMMENTS = '/issues/{issue_number}/comments'
const COMMENT = '/issues/comments/{comment_id}'
const READ = 'issues|pull_requests:read'
const WRITE = 'issues|pull_requests:write'

export const commentRoutes: readonly Route[] = [
  repositoryRoute('POST', COMMENTS, WRITE, create),
  repositoryRoute('GET', COMMENTS, READ, list),
  repositoryRoute('GET', COMMENT, READ, (call) => ({ status: 200, body: shapeOf(call, commentOf(call)) })),
  repositoryRoute('PATCH', COMMENT, WRITE, edit),
  repositoryRoute('DELETE', COMMENT, WRITE, remove),
  repositoryRoute('POST', `${COMMENT}/reactions`, WRITE, reactToComment),
  repositoryRoute('POST', '/issues/{issue_number}/reactions', WRITE, reactToIssue),
]
