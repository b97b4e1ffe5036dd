import { z } from 'zod'

/** The four statuses a caller sees (interface, section 3). */
export const JobStatus = z.enum(['active', 'completed', 'archived', 'failed'])
export type JobStatus = z.infer<typeof JobStatus>

/** Answer of create, get and message: exactly these fields, in this order (interface, section 2). */
export const AgentJob = z
  .strictObject({
    id: z.string(),
    status: JobStatus,
    source: z.strictObject({
      /** Web URL of the repository, `https://github.com/owner/name`. */
      repository: z.url(),
      /** The working branch; `null` until it exists on GitHub. */
      ref: z.string().nullable(),
    }),
    model: z.string(),
    prLink: z.url().nullable(),
    createdAt: z.iso.datetime(),
    archivedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AgentJob' })
export type AgentJob = z.infer<typeof AgentJob>

/** Longest prompt in UTF-16 code units. */
export const PROMPT_LIMIT = 500_000

export const PromptText = z
  .string({ error: 'must be a string' })
  .min(1, { error: 'must not be empty or only white space' })
  .max(PROMPT_LIMIT, { error: `must have at most ${PROMPT_LIMIT} characters` })
  .refine((text) => text.trim() !== '', { error: 'must not be empty or only white space' })

/** Body of `POST /v2/agent/{projectId}/job/{id}/message`. Unknown fields are ignored. */
export const MessageBody = z
  .object({ prompt: PromptText }, { error: 'must be a JSON object' })
  .meta({ id: 'MessageBody' })
export type MessageBody = z.infer<typeof MessageBody>

/** Body of `POST /v2/agent/{projectId}/job`. `asDraft` is an alias of `draft`. Unknown fields are ignored. */
export const CreateJobBody = z
  .object(
    {
      prompt: PromptText,
      /** Branch the work starts from and the pull request goes to; else the config's, else the default branch. */
      ref: z.string({ error: 'must be a string' }).min(1, { error: 'must not be empty' }).max(255).optional(),
      model: z
        .string({ error: 'must be a string' })
        .min(1, { error: 'must not be empty' })
        .max(200)
        .optional(),
      draft: z.boolean({ error: 'must be true or false' }).optional(),
      asDraft: z.boolean({ error: 'must be true or false' }).optional(),
    },
    { error: 'must be a JSON object' },
  )
  .meta({ id: 'CreateJobBody' })
export type CreateJobBody = z.infer<typeof CreateJobBody>

export const ErrorBody = z.strictObject({ error: z.string() }).meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
