import { z } from 'zod'

/** The issue that a job was asked for on. */
export const AssignedIssue = z.object({
  number: z.int().min(1),
  /** The text at that time. It is data, regardless of its author. Absent: the settings leave it out. */
  text: z.object({ title: z.string(), body: z.string(), author: z.string() }).optional(),
})
export type AssignedIssue = z.infer<typeof AssignedIssue>

/** A text that comes with the prompts. It is data, regardless of its author. */
export const Material = z.object({
  /** What it is, for example `the changes of acme/api#12`. */
  of: z.string().min(1).max(200),
  text: z.string(),
  /** Most characters of it that stand in the context, of its beginning and its end. Absent: its share of the room. */
  excerpt: z.int().min(1).optional(),
})
export type Material = z.infer<typeof Material>

/** Most images of an assignment. */
export const MAX_ATTACHED_IMAGES = 10

/**
 * An image in the issue that the job is for, or in a comment or a review that asked. It stood there before the request, and
 * its author is one whose text the agent gets. It is data, regardless of its author. It may be a video or a missing file.
 */
export const AttachedImage = z.object({
  /** Where it stands, for example `the issue` or `prompt 2`. */
  of: z.string().min(1).max(100),
  /** As the text has it, at one of GitHub's addresses for attachments. */
  url: z.url().max(500),
  /**
   * Where GitHub serves it without a session, for about five minutes after the claim. Absent: GitHub did not say; a public
   * repository's images are at `url`, too.
   */
  signedUrl: z.url().max(4000).optional(),
})
export type AttachedImage = z.infer<typeof AttachedImage>

/** A pull request of another repository because of which there is work. */
export const Source = z.object({
  repository: z.string().regex(/^[\w-]+\/[\w.-]+$/),
  number: z.int().min(1),
})
export type Source = z.infer<typeof Source>

/** Other repositories that the agent may read. */
export const Context = z.object({
  /** Reads the contents of these repositories. The action revokes it before the agent starts. */
  token: z.string(),
  repositories: z
    .array(
      z.object({
        owner: z.string().regex(/^[\w-]+$/),
        name: z.string().regex(/^(?!\.{1,2}$)[\w.-]+$/),
        /** The default branch. */
        branch: z.string().min(1),
      }),
    )
    .min(1)
    .max(10),
})
