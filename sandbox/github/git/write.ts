import type { Account } from '../state/account.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { recordSnapshot } from './lagging-reads.ts'
import { branchHead } from './read.ts'
import { git, runGit } from './run-git.ts'

export interface Author {
  readonly name: string
  readonly email: string
}

/** Serializes writes to a repository, so that each ref change has one known cause. */
export const withLock = async <T>(
  state: GithubState,
  repository: Repository,
  work: () => Promise<T>,
): Promise<T> => {
  const result = repository.lock.then(work).finally(() => recordSnapshot(state, repository))
  repository.lock = result.then(
    () => undefined,
    () => undefined, // The caller gets the failure through `result`; the next writer continues.
  )
  return result
}

export const authorFor = (state: GithubState, account: Account): Author => ({
  name: account.login,
  email: `${account.id}+${account.login}@users.noreply.${new URL(state.urls.server).hostname}`,
})

export const identity = (state: GithubState, author: Author): NodeJS.ProcessEnv => ({
  GIT_AUTHOR_NAME: author.name,
  GIT_AUTHOR_EMAIL: author.email,
  GIT_AUTHOR_DATE: state.now().toISOString(),
  GIT_COMMITTER_NAME: author.name,
  GIT_COMMITTER_EMAIL: author.email,
  GIT_COMMITTER_DATE: state.now().toISOString(),
})

/** Whether a tree can have a file at the path: git would store `..` and `.git`, and check out no such tree. */
export const isFilePath = (path: string): boolean =>
  path.split('/').every((part) => !['', '.', '..'].includes(part) && !/^\.git$|[\0\n]/i.test(part))

/** Commits one file to a branch; a new branch starts from the default branch. */
export const commitOneFile = async (
  state: GithubState,
  repository: Repository,
  change: { branch: string; path: string; text: string | Buffer; message: string; author: Author },
): Promise<string> => {
  const parent =
    (await branchHead(repository, change.branch)) ?? (await branchHead(repository, repository.defaultBranch))
  const { name, email } = change.author
  const by = `${name} <${email}> ${Math.floor(state.now().getTime() / 1000)} +0000`
  const data = (bytes: string | Buffer): Buffer =>
    Buffer.concat([Buffer.from(`data ${Buffer.byteLength(bytes)}\n`), Buffer.from(bytes), Buffer.from('\n')])
  const path = change.path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
  const parts = [
    `commit refs/heads/${change.branch}\nmark :1\nauthor ${by}\ncommitter ${by}\n`,
    data(`${change.message}\n`),
    ...(parent ? [`from ${parent}\n`] : []),
    `M 100644 inline "${path}"\n`,
    data(change.text),
    'get-mark :1\ndone\n',
  ]
  const input = Buffer.concat(parts.map((part) => Buffer.from(part)))
  // One process in the place of six.
  const args = ['fast-import', '--quiet', '--done', '--date-format=raw']
  return (await git(state, repository.gitDirectory, args, { input })).trim()
}

/** The tree of a merge of the two commits; `null` if they conflict. */
export const mergedTree = async (
  state: GithubState,
  repository: Repository,
  ours: string,
  theirs: string,
): Promise<string | null> => {
  const merged = await runGit(state, repository.gitDirectory, ['merge-tree', '--write-tree', ours, theirs])
  return merged.code === 0 ? merged.text.trim() : null
}
