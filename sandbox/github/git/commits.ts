import type { Commit, Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { git, runGit } from './run-git.ts'

const FORMAT = '%H%x00%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B%x1e'

/** The commits of a range, as for git rev-list, newest first. */
export const listCommits = async (
  state: GithubState,
  repository: Repository,
  range: readonly string[],
): Promise<Commit[]> => {
  const text = await git(state, repository.gitDirectory, [
    'log',
    '--topo-order',
    `--format=${FORMAT}`,
    ...range,
  ])
  return text
    .split('\x1e')
    .map((record) => record.replace(/^\n/, ''))
    .filter((record) => record !== '')
    .map(parseCommit)
}

const parseCommit = (record: string): Commit => {
  const [
    sha = '',
    tree = '',
    parents = '',
    an = '',
    ae = '',
    at = '',
    cn = '',
    ce = '',
    ct = '',
    message = '',
  ] = record.split('\0')
  return {
    sha,
    tree,
    parents: parents === '' ? [] : parents.split(' '),
    author: { name: an, email: ae, date: at },
    committer: { name: cn, email: ce, date: ct },
    message: message.trimEnd(),
  }
}

export const readCommit = async (
  state: GithubState,
  repository: Repository,
  sha: string,
): Promise<Commit> => {
  const [commit] = await listCommits(state, repository, ['-1', sha])
  if (!commit) throw new Error(`sandbox: ${repository.name} has no commit ${sha}`)
  return commit
}

export const mergeBase = async (
  state: GithubState,
  repository: Repository,
  a: string,
  b: string,
): Promise<string | null> => {
  const found = await runGit(state, repository.gitDirectory, ['merge-base', a, b])
  return found.code === 0 ? found.text.trim() : null
}

export const isAncestor = async (
  state: GithubState,
  repository: Repository,
  a: string,
  b: string,
): Promise<boolean> =>
  (await runGit(state, repository.gitDirectory, ['merge-base', '--is-ancestor', a, b])).code === 0

export const countCommits = async (
  state: GithubState,
  repository: Repository,
  range: string,
): Promise<number> => Number(await git(state, repository.gitDirectory, ['rev-list', '--count', range]))
