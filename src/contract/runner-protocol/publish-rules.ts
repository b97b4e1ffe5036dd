import { z } from 'zod'

/** What a run may publish. Paths are relative to the root, and are globs as in .gitignore unless stated otherwise. */
export const PublishRules = z.object({
  /** Empty: every path that is not protected. */
  allowedPaths: z.array(z.string()),
  /** Paths that are protected by default, and that the project unprotects. */
  unprotectedPaths: z.array(z.string()),
  /** Paths that are protected in addition: the instruction files of the project. Literal, not globs. */
  protectedPaths: z.array(z.string()),
  /** The only paths that may change, if all other rules allow them, too. Literal, not globs. Absent: all. */
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
