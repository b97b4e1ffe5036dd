import { z } from 'zod'
import { MAX_FALLBACKS } from './model.ts'
import { OutputSchema } from './output/output.ts'

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

/** Asks for words in place of a change. A request without a mode asks for a change. */
export const Mode = z.enum(['ask', 'plan', 'review'], {
  error: 'must be `ask`, `plan` or `review`; leave it out to ask for a change',
})
export type Mode = z.infer<typeof Mode>

const ModeField = Mode.optional().describe(
  '`ask`: the agent answers a question. `plan`: it says what it would change, where, and how it would check it; a later message without a mode starts the work. `review`: it reviews an open pull request, that of the job or, in a new job, the one from the branch `ref`, and the server posts the review there. In all modes it only reads: there is no branch and no pull request of its own, and the `summary` of the run is the answer. Default: the agent makes a change.',
)

/** Body of `POST /v2/agent/{projectId}/job/{id}/message`. Unknown fields are ignored. */
export const MessageBody = z
  .object(
    {
      prompt: PromptText.describe('What to do next. Must have a visible character.'),
      mode: ModeField,
    },
    { error: 'must be a JSON object' },
  )
  .meta({ id: 'MessageBody' })
export type MessageBody = z.infer<typeof MessageBody>

export const METADATA_LIMITS = { pairs: 16, name: 64, value: 512 } as const

const METADATA_NAME = `is not a valid name: names have 1 to ${METADATA_LIMITS.name} characters: letters, digits and _ . : / -`

/** What the caller attaches to a job for its own purposes. The agent does not read it. */
export const MetadataName = z
  .string()
  .regex(new RegExp(`^[\\w.:/-]{1,${METADATA_LIMITS.name}}$`), { error: METADATA_NAME })

export const Metadata = z.record(
  MetadataName,
  z
    .string({ error: 'must be a string' })
    .max(METADATA_LIMITS.value, { error: `must have at most ${METADATA_LIMITS.value} characters` }),
  { error: ({ code }) => (code === 'invalid_key' ? METADATA_NAME : 'must be an object with strings') },
)
export type Metadata = z.infer<typeof Metadata>

/** Of a request body. Counted before each pair is checked, which takes longer than parsing the body. */
export const NewMetadata = z.preprocess((given, context) => {
  if (typeof given !== 'object' || given === null) return given
  if (Object.keys(given).length > METADATA_LIMITS.pairs) {
    context.addIssue({ code: 'custom', message: `must have at most ${METADATA_LIMITS.pairs} pairs` })
    return z.NEVER
  }
  // A record drops it, and the caller would miss it later.
  if (Object.hasOwn(given, '__proto__')) {
    context.addIssue({ code: 'custom', path: ['__proto__'], message: 'is a name that cannot be used' })
    return z.NEVER
  }
  return given
}, Metadata)

/** Whether the metadata of a job has all of these pairs. */
export const hasPairs = (metadata: Metadata | undefined, wanted: Metadata): boolean =>
  Object.entries(wanted).every(
    ([key, text]) => metadata !== undefined && Object.hasOwn(metadata, key) && metadata[key] === text,
  )

const FallbackModels = z
  .array(
    z
      .string({ error: 'must be a string' })
      .min(1, { error: 'must not be empty' })
      .max(200, { error: 'must have at most 200 characters' }),
    { error: 'must be a list of models' },
  )
  .max(MAX_FALLBACKS, { error: `must name at most ${MAX_FALLBACKS} models` })
  .refine((names) => new Set(names).size === names.length, { error: 'names a model twice' })

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
      fallbackModels: FallbackModels.optional().describe(
        `Up to ${MAX_FALLBACKS} models, as \`provider/model\`, that continue in this order where the model is down, out of quota or retired. The workflow must have credentials for their providers, and the settings of the organisation may limit them. \`[]\`: none. Default: \`fallback-models\` of \`.github/prentice.yml\`.`,
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
      mode: ModeField,
      outputSchema: OutputSchema.optional(),
      questions: z
        .boolean({ error: 'must be true or false' })
        .optional()
        .describe(
          'Whether a run may end with a question, so that the job is `completed` for the reason `input-required`, and the next message answers it. Follow-ups keep it. Default: false.',
        ),
      metadata: NewMetadata.optional().describe(
        `Up to ${METADATA_LIMITS.pairs} pairs of a name and a text for your own purposes. Lists return them and can be filtered by them; the agent does not read them. Names have 1 to ${METADATA_LIMITS.name} characters (letters, digits and _ . : / -), texts at most ${METADATA_LIMITS.value}.`,
      ),
    },
    { error: 'must be a JSON object' },
  )
  .meta({ id: 'CreateJobBody' })
export type CreateJobBody = z.infer<typeof CreateJobBody>

/** Why a text is not the path of a folder below the root of a repository; `null`: it is. Pure. */
export function whyNoWorkingDirectory(path: string): string | null {
  if (path.length > 500) return 'it has more than 500 characters'
  if (/[*?!\\\p{Cc}]/u.test(path)) return 'it contains *, ?, !, a backslash or a control character'
  const parts = path.split('/')
  if (parts.includes(''))
    return 'it is empty, or has a slash at its beginning, at its end or next to another one'
  if (parts.some((part) => part === '.' || part === '..')) return 'it contains `.` or `..`'
  return parts.some((part) => part.toLowerCase() === '.git') ? 'it leads into .git' : null
}

export const ErrorBody = z
  .strictObject({ error: z.string().describe('What is wrong and what to do.') })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
