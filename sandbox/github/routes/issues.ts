import { demandAuthorOrRole, demandRole } from '../accounts/authorize.ts'
import { changeIssue, openIssue } from '../issues/change-issue.ts'
import { changeLabels } from '../issues/labels.ts'
import { findThread, writerOf } from '../issues/threads.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import type { RepositoryCall, RestResponse, Route } from '../rest/route.ts'
import { labelShape } from '../shapes/authorship.ts'
import { issueShape, type Thread } from '../shapes/issue.ts'
import { repositoryRoute } from './routes-for.ts'

const threadOf = ({ repository, params }: RepositoryCall): Thread => {
  const thread = findThread(repository, params.issue_number ?? '')
  if (!thread) throw notFound()
  return thread
}

const open = ({ state, repository, actor, credential, body }: RepositoryCall): RestResponse => {
  if (body.labels !== undefined) demandRole(state, credential, repository, 'triage')
  const issue = openIssue(state, repository, body, writerOf(actor, credential))
  return { status: 201, body: issueShape(state, repository, { kind: 'issue', issue }) }
}

const change = (call: RepositoryCall): RestResponse => {
  const { state, repository, actor, body } = call
  const thread = threadOf(call)
  if (thread.kind === 'pull')
    throw new ApiError(501, 'the sandbox GitHub changes a pull request only as a pull request')
  demandAuthorOrRole(call, thread.issue.author, 'triage')
  changeIssue(state, repository, thread.issue, { sent: body, sender: actor })
  return { status: 200, body: issueShape(state, repository, thread) }
}

const label = (call: RepositoryCall, change: { add?: readonly unknown[]; remove?: string }): RestResponse => {
  const { state, repository, actor: sender, credential } = call
  const thread = threadOf(call)
  demandRole(state, credential, repository, 'triage')
  const labels = changeLabels(state, repository, thread, { ...change, sender })
  return { status: 200, body: labels.map((one) => labelShape(state, repository, one)) }
}

const ISSUE = '/issues/{issue_number}'

export const issueRoutes: readonly Route[] = [
  repositoryRoute('POST', '/issues', 'issues:write', open),
  repositoryRoute('GET', ISSUE, 'issues|pull_requests:read', (call) => ({
    status: 200,
    body: issueShape(call.state, call.repository, threadOf(call)),
  })),
  repositoryRoute('PATCH', ISSUE, 'issues|pull_requests:write', change),
  repositoryRoute('POST', `${ISSUE}/labels`, 'issues|pull_requests:write', (call) =>
    label(call, { add: Array.isArray(call.body.labels) ? call.body.labels : [] }),
  ),
  repositoryRoute('DELETE', `${ISSUE}/labels/{name}`, 'issues|pull_requests:write', (call) =>
    label(call, { remove: call.params.name ?? '' }),
  ),
]
