import type { CommitIdentity } from '../../../contract/runner-protocol.ts'
import { must, type Repository } from '../process/repository.ts'

export interface CommitText {
  /** The whole message, as `commitMessage` gives it. */
  readonly message: string
  readonly author: CommitIdentity
}

/** Makes a commit of a tree, author and committer the same; no ref moves. The SHA. */
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
