import { z } from 'zod'
import { Sha } from './protocol.ts'

/** What a run may publish. Paths are relative to the root, and are globs as in .gitignore unless stated otherwise. */
export const PublishRules = z.object({
  /** Empty: every path that is not protected. */
  allowedPaths: z.array(z.string()),
  /** Paths that are protected by default, and that the project unprotects. */
  unprotectedPaths: z.array(z.string()),
  /** Paths that are protected in addition: the instruction files of the project. Literal, not globs. */
  protectedPaths: z.array(z.string()),
  /** The only paths that may change, provided that all other rules allow them. Literal, not globs. Absent: all. */
  files: z.array(z.string().min(1)).min(1).max(1_000).optional(),
  maxFiles: z.int().min(1),
  /** Maximum total size of all changed files. */
  maxBytes: z.int().min(1),
  /** Whether scripts may become executable. Absent: no. */
  executableScripts: z.boolean().optional(),
  /** Whether commits are made through GitHub's API, which signs them. Absent: only if a rule requires it. */
  signedCommits: z.boolean().optional(),
})
export type PublishRules = z.infer<typeof PublishRules>

/** Sent after the agent has ended. From then on, prompts above `acknowledged` open the next run. */
export const PushTokenRequest = z.object({
  acknowledged: z.int().min(0),
  plan: z.object({ files: z.int().min(0), additions: z.int().min(0), deletions: z.int().min(0) }),
})
export type PushTokenRequest = z.infer<typeof PushTokenRequest>

/** Both become part of a URL, so neither may contain anything that changes its path. */
const RepositoryName = z.object({
  owner: z.string().regex(/^[\w-]+$/),
  name: z.string().regex(/^(?!\.{1,2}$)[\w.-]+$/),
})
export type RepositoryName = z.infer<typeof RepositoryName>

export const PushTokenResponse = z.object({
  /** Contents and pull requests of one repository; at most an hour, revoked when the run ends. */
  token: z.string(),
  /**
   * The current name: the repository may have been renamed since the claim, and a push follows no redirect. Absent from
   * an older app.
   */
  repository: RepositoryName.optional(),
})
export type PushTokenResponse = z.infer<typeof PushTokenResponse>

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
