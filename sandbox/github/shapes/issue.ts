import type { Comment, Issue } from '../state/issue.ts'
import type { Pull, Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { authorshipShape, labelShape, reactionsShape } from './authorship.ts'
import { isoDate, nodeId } from './primitives.ts'
import { pullPage } from './pull-request.ts'
import { repositoryApi, repositoryPage } from './repository.ts'
import { userShape } from './user.ts'

/** What has a conversation: GitHub treats a pull request as an issue with a property more. */
export type Thread =
  | { readonly kind: 'issue'; readonly issue: Issue }
  | { readonly kind: 'pull'; readonly pull: Pull }

export const threadNumber = (thread: Thread): number =>
  thread.kind === 'issue' ? thread.issue.number : thread.pull.number

/** Its address on GitHub's pages. */
export const threadPage = (state: GithubState, repository: Repository, thread: Thread): string =>
  thread.kind === 'pull'
    ? pullPage(state, thread.pull)
    : `${repositoryPage(state, repository)}/issues/${thread.issue.number}`

export const issueShape = (state: GithubState, repository: Repository, thread: Thread) => {
  const one = thread.kind === 'issue' ? thread.issue : thread.pull
  const api = repositoryApi(state, repository)
  const url = `${api}/issues/${one.number}`
  const html = threadPage(state, repository, thread)
  const authorship = thread.kind === 'issue' ? thread.issue : { author: thread.pull.author, viaApp: null }
  const people = thread.kind === 'pull' ? thread.pull.assignees : []
  const assignees = people.map((person) => userShape(state, person))
  return {
    id: one.id,
    node_id: nodeId(thread.kind === 'issue' ? 'I' : 'PR', one.id),
    url,
    repository_url: api,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: html,
    number: one.number,
    title: one.title,
    body: one.body,
    ...authorshipShape(state, repository, authorship),
    labels: one.labels.map((label) => labelShape(state, repository, label)),
    state: one.state,
    locked: false,
    active_lock_reason: null,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: null,
    comments: repository.comments.filter((comment) => comment.issue === one.number).length,
    created_at: isoDate(one.createdAt),
    updated_at: isoDate(one.updatedAt),
    closed_at: one.closedAt === null ? null : isoDate(one.closedAt),
    closed_by: null,
    state_reason: null,
    reactions: reactionsShape(repository, { kind: 'issue', id: one.id }, url),
    ...(thread.kind === 'pull' ? pullProperty(thread.pull, `${api}/pulls/${one.number}`, html) : {}),
  }
}

const pullProperty = (pull: Pull, url: string, html: string) => ({
  draft: pull.draft,
  pull_request: {
    url,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    merged_at: pull.merged ? isoDate(pull.merged.at) : null,
  },
})

export const commentShape = (
  state: GithubState,
  repository: Repository,
  thread: Thread,
  comment: Comment,
) => {
  const api = repositoryApi(state, repository)
  const url = `${api}/issues/comments/${comment.id}`
  return {
    id: comment.id,
    node_id: nodeId('IC', comment.id),
    url,
    html_url: `${threadPage(state, repository, thread)}#issuecomment-${comment.id}`,
    issue_url: `${api}/issues/${comment.issue}`,
    body: comment.body,
    ...authorshipShape(state, repository, comment),
    created_at: isoDate(comment.createdAt),
    updated_at: isoDate(comment.updatedAt),
    reactions: reactionsShape(repository, { kind: 'comment', id: comment.id }, url),
  }
}
