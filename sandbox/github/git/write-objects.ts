import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '../rest/api-error.ts'
import type { Account } from '../state/account.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { git, runGit } from './run-git.ts'
import { type Author, authorFor, identity } from './write.ts'

export const writeBlob = async (state: GithubState, repository: Repository, bytes: Buffer): Promise<string> =>
  (await git(state, repository.gitDirectory, ['hash-object', '-w', '--stdin'], { input: bytes })).trim()

/** `sha` is `null` for a deleted path. */
export interface NewEntry {
  readonly path: string
  readonly mode: string
  readonly sha: string | null
}

const NO_OBJECT = '0'.repeat(40)

export const writeTree = async (
  state: GithubState,
  repository: Repository,
  { base, entries }: { readonly base: string | null; readonly entries: readonly NewEntry[] },
): Promise<string> => {
  const index = join(repository.gitDirectory, `index-${randomUUID()}`)
  const run = async (args: string[], input = ''): Promise<string> => {
    const result = await runGit(state, repository.gitDirectory, args, {
      env: { GIT_INDEX_FILE: index },
      input,
    })
    if (result.code !== 0) throw new ApiError(422, 'GitRPC::BadObjectState')
    return result.text
  }
  try {
    await run(base === null ? ['read-tree', '--empty'] : ['read-tree', base])
    for (const { path, sha } of entries) {
      const isUnknown = sha === null && (await run(['ls-files', '--', path])) === ''
      if (isUnknown) throw new ApiError(422, 'GitRPC::BadObjectState')
    }
    const lines = entries.map(
      ({ path, mode, sha }) => `${sha === null ? '0' : mode} ${sha ?? NO_OBJECT}\t${path}\0`,
    )
    await run(['update-index', '-z', '--index-info'], lines.join(''))
    return (await run(['write-tree'])).trim()
  } finally {
    await rm(index, { force: true })
  }
}

/** The committer of commits that GitHub itself signs. */
const GITHUB: Author = { name: 'GitHub', email: 'noreply@github.com' }

/**
 * Commits of a bot that name neither author nor committer are signed by GitHub:
 * https://docs.github.com/en/authentication/managing-commit-signature-verification/about-commit-signature-verification#signature-verification-for-bots
 */
export const writeCommit = async (
  state: GithubState,
  repository: Repository,
  commit: {
    readonly tree: string
    readonly parents: readonly string[]
    readonly message: string
    readonly author: Author | null
    readonly actor: Account
  },
): Promise<string> => {
  const author = commit.author ?? authorFor(state, commit.actor)
  const isSigned = commit.author === null && commit.actor.type === 'Bot'
  const committer = isSigned ? GITHUB : author
  const env = {
    ...identity(state, author),
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
  }
  const args = ['commit-tree', commit.tree, ...commit.parents.flatMap((sha) => ['-p', sha]), '-F', '-']
  const result = await runGit(state, repository.gitDirectory, args, { env, input: commit.message })
  if (result.code !== 0) throw new ApiError(422, 'Tree SHA does not exist')
  const sha = result.text.trim()
  if (isSigned) repository.verifiedCommits.add(sha)
  return sha
}
