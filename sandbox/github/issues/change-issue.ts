import { validationFailed } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'
import type { Account } from '../state/account.ts'
import type { Issue } from '../state/issue.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announceIssue } from '../webhooks/issue-events.ts'
import { changeLabels } from './labels.ts'
import type { Writer } from './threads.ts'

export const openIssue = (state: GithubState, repository: Repository, sent: Json, writer: Writer): Issue => {
  const { title, body, labels } = sent
  if (typeof title !== 'string' || title.trim() === '')
    throw validationFailed({ resource: 'Issue', code: 'missing_field', field: 'title' })
  checkLength(body)
  const now = state.now()
  const issue: Issue = {
    id: state.nextId(),
    number: repository.nextIssueNumber++,
    author: writer.account,
    viaApp: writer.viaApp,
    title,
    body: typeof body === 'string' ? body : null,
    labels: [],
    state: 'open',
    createdAt: now,
    updatedAt: now,
    closedAt: null,
  }
  repository.issues.push(issue)
  const thread = { kind: 'issue', issue } as const
  announceIssue(state, { repository, thread, sender: writer.account }, 'opened')
  if (Array.isArray(labels)) changeLabels(state, repository, thread, { add: labels, sender: writer.account })
  return issue
}

/** Applies title, body and state. */
export const changeIssue = (
  state: GithubState,
  repository: Repository,
  issue: Issue,
  { sent, sender }: { readonly sent: Json; readonly sender: Account },
): void => {
  const { title = issue.title, body = issue.body, state: to = issue.state } = sent
  if (typeof title !== 'string' || (typeof body !== 'string' && body !== null))
    throw validationFailed({ resource: 'Issue', code: 'invalid', field: 'title' })
  if (to !== 'open' && to !== 'closed')
    throw validationFailed({ resource: 'Issue', code: 'invalid', field: 'state' })
  checkLength(body)
  const on = { repository, thread: { kind: 'issue', issue }, sender } as const
  const changes = {
    ...(title === issue.title ? {} : { title: { from: issue.title } }),
    ...(body === issue.body ? {} : { body: { from: issue.body ?? '' } }),
  }
  issue.title = title
  issue.body = body
  issue.updatedAt = state.now()
  if (Object.keys(changes).length > 0) announceIssue(state, on, 'edited', { changes })
  if (to === issue.state) return
  issue.state = to
  issue.closedAt = to === 'closed' ? state.now() : null
  announceIssue(state, on, to === 'closed' ? 'closed' : 'reopened')
}

/**
 * Moves an issue with its comments to another repository of the account, where it gets a new number. Its old address redirects.
 * https://docs.github.com/en/issues/tracking-your-work-with-issues/administering-issues/transferring-an-issue-to-another-repository
 */
export const transferIssue = (
  state: GithubState,
  {
    repository,
    to,
    number,
  }: { readonly repository: Repository; readonly to: Repository; readonly number: number },
): number => {
  const at = repository.issues.findIndex((one) => one.number === number)
  const [issue] = at < 0 ? [] : repository.issues.splice(at, 1)
  if (!issue) throw new Error(`sandbox: ${repository.name} has no issue ${number}`)
  const moved = {
    ...issue,
    id: state.nextId(),
    number: to.nextIssueNumber++,
    labels: [],
    updatedAt: state.now(),
  }
  to.issues.push(moved)
  const isOfIssue = (one: { readonly issue: number }): boolean => one.issue === number
  to.comments.push(...repository.comments.filter(isOfIssue).map((one) => ({ ...one, issue: moved.number })))
  repository.comments.splice(0, Infinity, ...repository.comments.filter((one) => !isOfIssue(one)))
  repository.transferredIssues.push({ number, to: { repositoryId: to.id, number: moved.number } })
  return moved.number
}

/** https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue */
const CLOSES = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):? +#(\d+)\b/gi

/** The issues that GitHub closes when a pull request with this text is merged. */
export const closedBy = (repository: Repository, text: string): Issue[] => {
  const numbers = new Set([...text.matchAll(CLOSES)].map(([, number]) => number))
  return repository.issues.filter(({ number }) => numbers.has(String(number)))
}

/** Closes the issues that the text of a merged pull request names. */
export const closeNamedIssues = (
  state: GithubState,
  repository: Repository,
  { text, sender }: { readonly text: string; readonly sender: Account },
): void => {
  for (const issue of closedBy(repository, text))
    if (issue.state === 'open') changeIssue(state, repository, issue, { sent: { state: 'closed' }, sender })
}

const checkLength = (body: unknown): void => {
  if (typeof body !== 'string' || body.length <= 65_536) return
  throw validationFailed({
    resource: 'Issue',
    code: 'custom',
    field: 'body',
    message: 'body is too long (maximum is 65536 characters)',
  })
}
