import type { PullRequest } from '../../../../src/app/github/pull-request.ts'

/** The pull request that our bot opened for a run of `acme/docs`, as GitHub shows it. */
export const ownPullRequest = (headBranch: string, headSha: string): PullRequest => ({
  number: 3,
  url: 'https://github.com/acme/docs/pull/3',
  state: 'open',
  merged: false,
  draft: false,
  headRepositoryId: 1234,
  headBranch,
  headSha,
  baseRepositoryId: 1234,
  baseBranch: 'main',
  authorId: 41,
})
