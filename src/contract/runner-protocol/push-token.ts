import { z } from 'zod'

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
