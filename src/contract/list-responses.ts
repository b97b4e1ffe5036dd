import { z } from 'zod'
import { AgentJob, Metadata, Mode } from './job.ts'
import { PROVIDERS } from './model.ts'

export const NextCursor = z
  .string()
  .nullable()
  .describe('Where the next page starts; `null` on the last page. Opaque: send it back as `cursor`.')

/** Who asked for work. */
export const Requester = z
  .strictObject({
    kind: z
      .enum(['key', 'person', 'watch', 'settings'])
      .describe(
        '`key`: an API key. `person`: somebody on GitHub. `watch`: a merge in another repository. `settings`: failed CI or a conflict of the pull request.',
      ),
    id: z
      .string()
      .describe('Id of the API key, numeric id of the person on GitHub, or project of the other repository.'),
    name: z
      .string()
      .describe(
        'Name of the API key, login of the person at that time, or the other repository as owner/name.',
      ),
  })
  .meta({ id: 'Requester' })
export type Requester = z.infer<typeof Requester>

/** A job in a list: the fields of the job, and more. */
export const ListedJob = z
  .strictObject({
    ...AgentJob.shape,
    projectId: z.string().describe('Id of its project.'),
    title: z
      .string()
      .nullable()
      .describe(
        'First line of its prompt, at most 100 characters; `null` once the prompts of the archived job are deleted.',
      ),
    createdBy: Requester.describe('Who created the job.'),
    endedAt: z.iso
      .datetime()
      .nullable()
      .describe('When the last run ended; `null` while the job is `active`.'),
    reason: z
      .string()
      .nullable()
      .describe(
        'Code of the reason why the last run failed, was cancelled or changed nothing, as in `GET …/runs`; otherwise `null`.',
      ),
    metadata: Metadata.optional().describe('As the job was created; absent if it has none.'),
    batchId: z.string().optional().describe('The batch that created the job; absent if none did.'),
  })
  .meta({ id: 'ListedJob' })
export type ListedJob = z.infer<typeof ListedJob>

/** Response of `GET /v2/agent/{projectId}/jobs` and `GET /v2/jobs`, newest first. */
export const JobList = z.strictObject({ jobs: z.array(ListedJob), nextCursor: NextCursor })
export type JobList = z.infer<typeof JobList>

const SentMessage = z.strictObject({
  number: z.int().min(1).describe('1 is the prompt that created the job, 2 the first message.'),
  prompt: z.string().nullable().describe('The text; `null` once it was deleted with the archived job.'),
  sentBy: Requester.nullable().describe('Who sent it; `null` if that was deleted, or not recorded.'),
  sentAt: z.iso.datetime().nullable().describe('When it was sent; `null` if that was deleted.'),
  run: z
    .int()
    .min(1)
    .nullable()
    .describe('Number of the last run that worked on it; `null` while it waits for a run.'),
  mode: Mode.optional().describe('Present if it asks for an answer, a plan or a review.'),
})

/** Response of `GET /v2/agent/{projectId}/job/{id}/messages`, oldest first. */
export const MessageList = z.strictObject({ messages: z.array(SentMessage), nextCursor: NextCursor })
export type MessageList = z.infer<typeof MessageList>

/** What an API key covers. */
const ProjectView = z.strictObject({
  id: z
    .string()
    .describe('The `projectId` of the other operations. It does not change when the repository is renamed.'),
  repository: z.url().describe('Web URL of the repository.'),
  defaultBranch: z.string().nullable().describe('`null` until the server has read it.'),
})

/** Response of `GET /v2/projects`, in the order of the ids. */
export const ProjectList = z.strictObject({ projects: z.array(ProjectView), nextCursor: NextCursor })
export type ProjectList = z.infer<typeof ProjectList>

const usd = () => z.number().min(0)

const KnownModel = z.strictObject({
  name: z.string().describe('As `model` of a new job: `provider/model`.'),
  provider: z.enum(PROVIDERS).describe('The provider, whose API key the runner needs.'),
  price: z
    .strictObject({
      input: usd().describe('Tokens that the model reads.'),
      cachedInput: usd().describe('Tokens that are read from the cache of the provider.'),
      cacheWrite: usd().describe('Tokens that are written to the cache of the provider.'),
      output: usd().describe('Tokens that the model writes.'),
    })
    .nullable()
    .describe('List price in US dollars per million tokens; `null`: not known.'),
  contextWindow: z.int().min(1).describe('Tokens of a request and its answer.'),
  maxOutputTokens: z.int().min(1).nullable().describe('Tokens of an answer; `null`: left to the provider.'),
})

/** Response of `GET /v2/models`. */
export const ModelList = z.strictObject({
  defaultModel: z
    .string()
    .describe('The model of a job for which neither the request nor the project names one.'),
  providers: z
    .array(z.enum(PROVIDERS))
    .describe('A job may name any model of these providers, listed or not.'),
  models: z.array(KnownModel).describe('The models whose price is known, and the default model.'),
})
export type ModelList = z.infer<typeof ModelList>
