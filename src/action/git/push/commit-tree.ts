import type { CommitIdentity } from '../../../contract/runner-protocol.ts'
import { must, type Repository } from '../process/repository.ts'

export interface CommitText {
  /** The whole message, as `commitMessage` gives it. */
  readonly message: string
  readonly author: CommitIdentity
}

/** Creates a commit of a tree, with the author as committer. Moves no ref. Returns the SHA. */
export async function commitTree(
  { git }: Repository,
  { tree, parent, message, author }: CommitText & { tree: string; parent: string },
): Promise<string> {
  const args = [
    '-c',
    `user.name=${author.name}`,
    '-c',
    `user.email=${author.email}`,
    '-c',
    'i18n.commitEncoding=UTF-8',
    'commit-tree',
    '-p',
    parent,
    '-F',
    '-',
    tree,
  ]
  return (await must(git(args, { input: message }))).stdout.trim()
}
