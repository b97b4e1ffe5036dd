import { z } from 'zod'
import { METADATA_LIMITS, NewMetadata } from './metadata.ts'
import { whyNoWorkingDirectory } from './working-directory.ts'

/** The four statuses a caller sees (interface, section 3). */
export const JobStatus = z.enum(['active', 'completed', 'archived', 'failed'])
export type JobStatus = z.infer<typeof JobStatus>

/** Response of create, get and message: exactly these fields, in this order (interface, section 2). */
export const AgentJob = z
  .strictObject({
    id: z.string().describe('Id of the job; opaque.'),
    status: JobStatus.describe(
      '`active`: the agent works, or messages wait. `completed`: the last run succeeded, with or without a change. `failed`: the last run failed or was cancelled. `archived`: the job is read-only.',
    ),
    source: z.strictObject({
      repository: z.url().describe('Web URL of the repository, `https://github.com/owner/name`.'),
      ref: z.string().nullable().describe('Name of the working branch; `null` until it exists on GitHub.'),
    }),
    model: z.string().describe('The model, as `provider/model`. Fixed when the job is created.'),
    prLink: z
      .url()
      .nullable()
      .describe('URL of the pull request; `null` during the first run, and if no file was changed.'),
    createdAt: z.iso.datetime().describe('When the job was created, in UTC.'),
    archivedAt: z.iso.datetime().nullable().describe('When the job was archived; `null` if it is not.'),
  })
  .meta({ id: 'AgentJob' })
export type AgentJob = z.infer<typeof AgentJob>

/** Longest prompt, in Unicode code points. */
export const PROMPT_LIMIT = 500_000

/** Not a control character, format character, filler or blank of any script. A prompt needs one visible character. */
export const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

export const PromptText = z
  .string({ error: ({ input }) => (input === undefined ? 'is missing' : 'must be a string') })
  .min(1, { error: 'must not be empty or only white space' })
  .max(PROMPT_LIMIT, { error: `must have at most ${PROMPT_LIMIT} characters` })
  .refine((text) => text.trim() !== '', { error: 'must not be empty or only white space', abort: true })
  .refine((text) => VISIBLE.test(text), { error: 'must not consist of invisible characters only' })

/** Body of `POST /v2/agent/{projectId}/job/{id}/message`. Unknown fields are ignored. */
export const MessageBody = z
  .object(
    { prompt: PromptText.describe('What to do next. Must have a visible character.') },
    { error: 'must be a JSON object' },
  )
  .meta({ id: 'MessageBody' })
export type MessageBody = z.infer<typeof MessageBody>

/** Body of `POST /v2/agent/{projectId}/job`. `asDraft` is an alias of `draft`. Unknown fields are ignored. */
export const CreateJobBody = z
  .object(
    {
      prompt: PromptText.describe('What to do. Must have a visible character.'),
      ref: z
        .string({ error: 'must be a string' })
        .min(1, { error: 'must not be empty' })
        .max(255, { error: 'must have at most 255 characters' })
        .optional()
        .describe(
          'Branch to start from and to open the pull request against. Default: `base` of `.github/prentice.yml`, then the default branch.',
        ),
      model: z
        .string({ error: 'must be a string' })
        .min(1, { error: 'must not be empty' })
        .max(200, { error: 'must have at most 200 characters' })
        .optional()
        .describe(
          'The model, as `provider/model`. Default: `model` of `.github/prentice.yml`, then that of the server.',
        ),
      workingDirectory: z
        .string({ error: 'must be a string' })
        .refine((path) => whyNoWorkingDirectory(path) === null, {
          error: ({ input }) => `must be the path of a folder: ${whyNoWorkingDirectory(String(input))}`,
        })
        .optional()
        .describe(
          'Folder of the repository in which the agent works, such as `packages/web`. Default: `working-directory` of `.github/prentice.yml`, then the root.',
        ),
      draft: z
        .boolean({ error: 'must be true or false' })
        .optional()
        .describe(
          'Whether to open the pull request as a draft. Default: `draft` of `.github/prentice.yml`, then false.',
        ),
      asDraft: z
        .boolean({ error: 'must be true or false' })
        .optional()
        .describe('Alias of `draft`. If both are sent, `draft` applies.'),
      metadata: NewMetadata.optional().describe(
        `Up to ${METADATA_LIMITS.pairs} pairs of a name and a text for your own purposes. Lists return them and can be filtered by them; the agent does not read them. Names have 1 to ${METADATA_LIMITS.name} characters (letters, digits and _ . : / -), texts at most ${METADATA_LIMITS.value}.`,
      ),
    },
    { error: 'must be a JSON object' },
  )
  .meta({ id: 'CreateJobBody' })
export type CreateJobBody = z.infer<typeof CreateJobBody>

export const ErrorBody = z
  .strictObject({ error: z.string().describe('What is wrong and what to do.') })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
