import { z } from 'zod'

const Sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)

/**
 * Sent after the push token was issued, if the base changes workflow files, which no token of a runner may push: the server
 * commits the merge and moves the branch. Idempotent.
 */
export const MergeRequest = z.object({
  /** The head of the working branch, and the commit of the base. Both become parents of the merge. */
  head: Sha,
  base: Sha,
  /** A tree on GitHub: what is published, but with the workflow files of `head`. */
  tree: Sha,
  /** What is published. The server makes this tree with the workflow files that it merged itself, and compares. */
  result: Sha,
  /** Of the commit. */
  message: z.string().min(1).max(100_000),
})
export type MergeRequest = z.infer<typeof MergeRequest>

export const MergeResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('committed'), headSha: Sha }),
  /** The branch has another head. Nothing was published. */
  z.object({ outcome: z.literal('moved') }),
])
export type MergeResponse = z.infer<typeof MergeResponse>
