import type { RefChange } from '../git/announce-pushes.ts'
import { type Commit, isAncestor, listCommits } from '../git/commits.ts'
import { changedPaths } from '../git/diff.ts'
import type { Account, Repository } from '../model.ts'
import { simpleCommitShape } from '../shapes/commit.ts'
import { repositoryPage, repositoryShape } from '../shapes/repository.ts'
import type { GithubState } from '../state.ts'
import { announceRepositoryEvent } from './repository-event.ts'

const ZERO = '0'.repeat(40)

export const announcePush = async (
  hub: GithubState,
  repository: Repository,
  change: RefChange,
  pusher: Account,
): Promise<void> => {
  const { before, after } = change
  const commits = await pushedCommits(hub, repository, change)
  const page = repositoryPage(hub, repository)
  const shapes = await Promise.all(commits.map((commit) => pushedCommitShape(hub, repository, commit)))
  const forced = before !== null && after !== null && !(await isAncestor(hub, repository, before, after))
  announceRepositoryEvent(hub, 'push', {
    repository,
    sender: pusher,
    payload: {
      ref: change.ref,
      before: before ?? ZERO,
      after: after ?? ZERO,
      created: before === null,
      deleted: after === null,
      forced,
      base_ref: null,
      compare: `${page}/compare/${(before ?? ZERO).slice(0, 12)}...${(after ?? ZERO).slice(0, 12)}`,
      commits: shapes,
      head_commit: shapes.at(-1) ?? null,
      pusher: { name: pusher.login, email: null },
      repository: pushedRepositoryShape(hub, repository),
    },
  })
}

/** Oldest first; of a new ref only its head, of a ref that is gone nothing. */
const pushedCommits = async (
  hub: GithubState,
  repository: Repository,
  { before, after }: RefChange,
): Promise<Commit[]> => {
  if (after === null) return []
  const range = before === null ? ['-1', after] : [`${before}..${after}`]
  return (await listCommits(hub, repository, range)).reverse()
}

const pushedCommitShape = async (hub: GithubState, repository: Repository, commit: Commit) => {
  const files = await changedPaths(hub, repository, commit.sha)
  const of = (letter: string) => files.filter((file) => file.letter === letter).map((file) => file.path)
  return {
    ...simpleCommitShape(commit),
    distinct: true,
    url: `${repositoryPage(hub, repository)}/commit/${commit.sha}`,
    added: of('A'),
    removed: of('D'),
    modified: of('M'),
  }
}

/** Here alone the times are seconds since 1970. */
const pushedRepositoryShape = (hub: GithubState, repository: Repository) => ({
  ...repositoryShape(hub, repository),
  created_at: Math.floor(repository.createdAt.getTime() / 1000),
  pushed_at: Math.floor(repository.pushedAt.getTime() / 1000),
  master_branch: repository.defaultBranch,
  stargazers: 0,
})
