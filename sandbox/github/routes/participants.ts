import { findAccount } from '../accounts/accounts.ts'
import { hasRole } from '../accounts/roles.ts'
import { ApiError, notFound } from '../rest/api-error.ts'
import type { RepositoryCall, RestResponse, Route } from '../rest/route.ts'
import { issueShape } from '../shapes/issue.ts'
import { simplePullShape } from '../shapes/pull-request.ts'
import type { Account } from '../state/account.ts'
import type { Pull } from '../state/repository.ts'
import { repositoryRoute } from './routes-for.ts'

const namesIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []

const pullNumbered = ({ repository }: RepositoryCall, number = ''): Pull => {
  const pull = repository.pulls.find((one) => String(one.number) === number)
  if (!pull) throw notFound()
  return pull
}

const together = (before: readonly Account[], more: readonly Account[]): Account[] => [
  ...new Set([...before, ...more]),
]

/** Only pull requests are assigned here. As on GitHub, people who cannot be assigned are left out without a word. */
const assign = (call: RepositoryCall): RestResponse => {
  const { state, repository, params, body } = call
  const pull = pullNumbered(call, params.issue_number)
  const people = namesIn(body.assignees).flatMap((login) => findAccount(state, login) ?? [])
  pull.assignees = together(
    pull.assignees,
    people.filter((person) => hasRole(state, repository, person, 'write')),
  )
  return { status: 201, body: issueShape(state, repository, { kind: 'pull', pull }) }
}

/** https://docs.github.com/en/rest/pulls/review-requests#request-reviewers-for-a-pull-request */
const requestReviewers = (call: RepositoryCall): RestResponse => {
  const { state, repository, params, body } = call
  const pull = pullNumbered(call, params.pull_number)
  const people = namesIn(body.reviewers).map((login) => findAccount(state, login))
  if (people.some((person) => person === pull.author))
    throw new ApiError(422, 'Review cannot be requested from pull request author.')
  const reviewers = people.filter(
    (person) => person !== undefined && hasRole(state, repository, person, 'read'),
  )
  // There are no teams here.
  if (reviewers.length < people.length || namesIn(body.team_reviewers).length > 0)
    throw new ApiError(
      422,
      `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${repository.owner.login}/${repository.name} repository.`,
    )
  pull.reviewers = together(
    pull.reviewers,
    reviewers.filter((person) => person !== undefined),
  )
  return { status: 201, body: simplePullShape(state, pull) }
}

export const participantRoutes: readonly Route[] = [
  repositoryRoute('POST', '/issues/{issue_number}/assignees', 'issues|pull_requests:write', assign),
  repositoryRoute(
    'POST',
    '/pulls/{pull_number}/requested_reviewers',
    'pull_requests:write',
    requestReviewers,
  ),
]
