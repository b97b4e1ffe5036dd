import type { CommitIdentity } from '../../../contract/runner-protocol/assignment.ts'
import { must, type Repository } from '../process/repository.ts'

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
