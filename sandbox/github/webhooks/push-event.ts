import { isAncestor, listCommits } from '../git/commits.ts'
import { changedPaths } from '../git/diff.ts'
import type { RefChange } from '../git/ref-changes.ts'
import { simpleCommitShape } from '../shapes/commit.ts'
import { repositoryPage, repositoryShape } from '../shapes/repository.ts'
import type { Account } from '../state/account.ts'
import type { Commit, Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announceRepositoryEvent, hasSubscriber } from './repository-event.ts'

const ZERO = '0'.repeat(40)

export const announcePush = async (
  state: GithubState,
  repository: Repository,
  change: RefChange,
  pusher: Account,
): Promise<void> => {
  if (!hasSubscriber(state, 'push', repository)) return
  const { before, after } = change
  const commits = await pushedCommits(state, repository, change)
  const page = repositoryPage(state, repository)
  const shapes = await Promise.all(commits.map((commit) => pushedCommitShape(state, repository, commit)))
  const forced = before !== null && after !== null && !(await isAncestor(state, repository, before, after))
  announceRepositoryEvent(state, 'push', {
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
      repository: pushedRepositoryShape(state, repository),
    },
  })
}

/** Oldest first. For a new ref only its head, for a deleted ref none. */
const pushedCommits = async (
  state: GithubState,
  repository: Repository,
  { before, after }: RefChange,
): Promise<Commit[]> => {
  if (after === null) return []
  const range = before === null ? ['-1', after] : [`${before}..${after}`]
  return (await listCommits(state, repository, range)).reverse()
}

const pushedCommitShape = async (state: GithubState, repository: Repository, commit: Commit) => {
  const files = await changedPaths(state, repository, commit.sha)
  const of = (letter: string) => files.filter((file) => file.letter === letter).map((file) => file.path)
  return {
    ...simpleCommitShape(commit),
    distinct: true,
    url: `${repositoryPage(state, repository)}/commit/${commit.sha}`,
    added: of('A'),
    removed: of('D'),
    modified: of('M'),
  }
}

/** Only push events have these times in seconds since 1970. */
const pushedRepositoryShape = (state: GithubState, repository: Repository) => ({
  ...repositoryShape(state, repository),
  created_at: Math.floor(repository.createdAt.getTime() / 1000),
  pushed_at: Math.floor(repository.pushedAt.getTime() / 1000),
  master_branch: repository.defaultBranch,
  stargazers: 0,
})
