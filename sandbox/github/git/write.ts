import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { remember } from '../lagging-reads.ts'
import type { Account, Repository } from '../model.ts'
import type { GithubState } from '../state.ts'
import { branchHead } from './read.ts'
import { git, runGit } from './run-git.ts'

export interface Author {
  readonly name: string
  readonly email: string
}

/** Work on a repository, one at a time, so that what changed is known to be its doing. */
export const alone = async <T>(
  hub: GithubState,
  repository: Repository,
  work: () => Promise<T>,
): Promise<T> => {
  const turn = repository.lock.then(work).finally(() => remember(hub, repository))
  repository.lock = turn.then(
    () => undefined,
    () => undefined, // The failure is `turn`'s to report; the next in the queue goes on.
  )
  return turn
}

export const authorFor = (hub: GithubState, account: Account): Author => ({
  name: account.login,
  email: `${account.id}+${account.login}@users.noreply.${new URL(hub.urls.server).hostname}`,
})

export const identity = (hub: GithubState, author: Author): NodeJS.ProcessEnv => ({
  GIT_AUTHOR_NAME: author.name,
  GIT_AUTHOR_EMAIL: author.email,
  GIT_AUTHOR_DATE: hub.now().toISOString(),
  GIT_COMMITTER_NAME: author.name,
  GIT_COMMITTER_EMAIL: author.email,
  GIT_COMMITTER_DATE: hub.now().toISOString(),
})

/** Commits one file on top of a branch and moves it there; a new branch starts from the default branch. */
export const commitOneFile = async (
  hub: GithubState,
  repository: Repository,
  change: { branch: string; path: string; text: string; message: string; author: Author },
): Promise<string> => {
  const index = join(repository.gitDirectory, `index-${randomUUID()}`)
  const env = { ...identity(hub, change.author), GIT_INDEX_FILE: index }
  const run = (args: string[], input?: string) =>
    git(hub, repository.gitDirectory, args, { env, ...(input === undefined ? {} : { input }) })
  const parent =
    (await branchHead(hub, repository, change.branch)) ??
    (await branchHead(hub, repository, repository.defaultBranch))
  try {
    if (parent) await run(['read-tree', parent])
    const blob = (await run(['hash-object', '-w', '--stdin'], change.text)).trim()
    await run(['update-index', '--add', '--cacheinfo', `100644,${blob},${change.path}`])
    const tree = (await run(['write-tree'])).trim()
    const parents = parent ? ['-p', parent] : []
    const sha = (await run(['commit-tree', tree, ...parents, '-m', change.message])).trim()
    await run(['update-ref', `refs/heads/${change.branch}`, sha])
    return sha
  } finally {
    await rm(index, { force: true })
  }
}

/** The tree that a merge of the two commits gives, `null` if they conflict. */
export const mergedTree = async (
  hub: GithubState,
  repository: Repository,
  ours: string,
  theirs: string,
): Promise<string | null> => {
  const merged = await runGit(hub, repository.gitDirectory, ['merge-tree', '--write-tree', ours, theirs])
  return merged.code === 0 ? merged.text.trim() : null
}
