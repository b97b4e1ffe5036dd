import { notFound, validationFailed } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { RepositoryCall, RestResponse, Route } from '../rest/route.ts'
import { isoDate, nodeId } from '../shapes/primitives.ts'
import { repositoryApi, repositoryPage } from '../shapes/repository.ts'
import { userShape } from '../shapes/user.ts'
import type { Comment, Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { repositoryRoute } from './routes-for.ts'

/** This GitHub has no issues other than pull requests. */
const issueOf = ({ repository, params }: RepositoryCall): number => {
  const pull = repository.pulls.find(({ number }) => String(number) === params.issue_number)
  if (!pull) throw notFound()
  return pull.number
}

const create = (call: RepositoryCall): RestResponse => {
  const { state, repository, actor } = call
  const { body } = call.body
  if (typeof body !== 'string' || body === '')
    throw validationFailed({ resource: 'IssueComment', code: 'missing_field', field: 'body' })
  if (body.length > 65_536)
    throw validationFailed({
      resource: 'IssueComment',
      code: 'unprocessable',
      field: 'data',
      message: 'Body is too long (maximum is 65536 characters)',
    })
  const comment = { id: state.nextId(), issue: issueOf(call), author: actor, body, createdAt: state.now() }
  repository.comments.push(comment)
  return { status: 201, body: commentShape(state, repository, comment) }
}

const list = (call: RepositoryCall): RestResponse => {
  const issue = issueOf(call)
  const own = call.repository.comments.filter((comment) => comment.issue === issue)
  const { page, headers } = paginate(call, own)
  return {
    status: 200,
    headers,
    body: page.map((comment) => commentShape(call.state, call.repository, comment)),
  }
}

const commentShape = (state: GithubState, repository: Repository, comment: Comment) => ({
  id: comment.id,
  node_id: nodeId('IC', comment.id),
  url: `${repositoryApi(state, repository)}/issues/comments/${comment.id}`,
  html_url: `${repositoryPage(state, repository)}/pull/${comment.issue}#issuecomment-${comment.id}`,
  issue_url: `${repositoryApi(state, repository)}/issues/${comment.issue}`,
  user: userShape(state, comment.author),
  body: comment.body,
  created_at: isoDate(comment.createdAt),
  updated_at: isoDate(comment.createdAt),
  author_association: comment.author.type === 'Bot' ? 'NONE' : 'MEMBER',
  performed_via_github_app: null,
})

const COMMENTS = '/issues/{issue_number}/comments'

export const commentRoutes: readonly Route[] = [
  repositoryRoute('POST', COMMENTS, 'issues|pull_requests:write', create),
  repositoryRoute('GET', COMMENTS, 'issues|pull_requests:read', list),
]
