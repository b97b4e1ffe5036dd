import type { CommitIdentity } from '../../../contract/runner-protocol/assignment.ts'
import { must, type Repository } from '../process/repository.ts'
import { isFinalResponse, oneLine } from '../process/spawn-git.ts'

// Egress: commits the tree that `planPublish` has judged, with what `commitMessage` has cleaned.

/** A commit to be made. */
export interface NewCommit {
  readonly tree: string
  /** Of a merge, several. The tree is based on the first. */
  readonly parents: readonly string[]
  /** The whole message, as `commitMessage` gives it. */
  readonly message: string
}

export type MadeCommit =
  | { readonly ok: true; readonly sha: string }
  | { readonly ok: false; readonly detail: string }

/** Makes commits and moves the branch to them. */
export interface CommitMaker {
  make(commit: NewCommit): Promise<MadeCommit>
  /** Moves the branch from `expected`, never backwards. `null`: the branch does not exist yet. */
  deliver(sha: string, expected: string | null): Promise<PushResult>
}

/** Commits with git and pushes. Such commits are unsigned. */
export const createPushMaker = (given: {
  readonly repository: Repository
  /** With `contents: write`. */
  readonly token: string
  readonly branch: string
  readonly author: CommitIdentity
}): CommitMaker => ({
  async make({ tree, parents, message }) {
    const { repository, author } = given
    return { ok: true, sha: await commitTree(repository, { tree, parents, message, author }) }
  },
  deliver: (sha, expected) => pushBranch({ ...given, sha, expected }),
})

type PushResult =
  | { readonly kind: 'pushed' }
  /** The remote refused, with its own words. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** The result is not known: the push may have worked. */
  | { readonly kind: 'unknown'; readonly detail: string }

interface PushInput {
  readonly repository: Repository
  readonly token: string
  readonly branch: string
  readonly sha: string
  readonly expected: string | null
}

/**
 * One push of a descendant of the expected head. The lease also refuses where a push without it would undo what a person did: a
 * branch that was deleted or set back meanwhile. GitHub keeps the commits of a pull request, so it would accept both.
 */
async function pushBranch({ repository, token, branch, sha, expected }: PushInput): Promise<PushResult> {
  const { code, stdout, stderr } = await repository.withToken(token)([
    'push',
    '--quiet',
    '--porcelain',
    '--no-verify',
    '--no-recurse-submodules',
    `--force-with-lease=refs/heads/${branch}:${expected ?? ''}`,
    repository.remote,
    `${sha}:refs/heads/${branch}`,
  ])
  if (code === 0) return { kind: 'pushed' }
  const refusal = stdout.split('\n').find((line) => line.startsWith('!\t'))
  if (refusal === undefined) {
    const detail = oneLine(stderr)
    return { kind: isFinalResponse(stderr) ? 'refused' : 'unknown', detail }
  }
  const summary = refusal.split('\t').at(-1) ?? refusal
  const said = oneLine(
    stderr
      .split('\n')
      .filter((line) => line.startsWith('remote: '))
      .join('\n'),
  )
  // The lease: a replica may have shown an older head, and the next look at the branch tells.
  if (summary.includes('(stale info)')) return { kind: 'unknown', detail: summary }
  return { kind: 'refused', detail: stderr.includes('remote: ') ? `${said} (${summary})` : summary }
}

/** Creates a commit of a tree, with the author as committer. Moves no ref. Returns the SHA. */
export async function commitTree(
  { git }: Repository,
  commit: {
    readonly tree: string
    readonly parents: readonly string[]
    readonly message: string
    readonly author: CommitIdentity
  },
): Promise<string> {
  const { tree, parents, message, author } = commit
  const args = [
    '-c',
    `user.name=${author.name}`,
    '-c',
    `user.email=${author.email}`,
    '-c',
    'i18n.commitEncoding=UTF-8',
    'commit-tree',
    ...parents.flatMap((parent) => ['-p', parent]),
    '-F',
    '-',
    tree,
  ]
  return (await must(git(args, { input: message }))).stdout.trim()
}
