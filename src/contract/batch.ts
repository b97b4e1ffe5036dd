import { z } from 'zod'
import { METADATA_LIMITS, Metadata, NewMetadata, PromptText } from './job.ts'
import { NextCursor, Requester } from './list-responses.ts'
import { groupDigits } from './text.ts'

/** Most jobs of a batch. */
export const MAX_BATCH_JOBS = 1_000
export const MAX_FILES_PER_JOB = 100
export const MAX_SIMULTANEOUS_JOBS = 50
/** A run with less could hardly begin. */
export const SMALLEST_SHARE_USD = 0.25

const whole = (description: string, most: number) => {
  const error = `must be a whole number from 1 to ${groupDigits(most)}`
  return z.int({ error }).min(1, { error }).max(most, { error }).describe(description)
}

const text = (most: number) =>
  z
    .string({ error: 'must be a string' })
    .min(1, { error: 'must not be empty' })
    .max(most, { error: `must have at most ${most} characters` })

const ProjectId = z.string({ error: 'must be a string' }).min(1).max(100)

const Globs = z
  .array(text(500))
  .min(1, { error: 'must not be empty' })
  .max(50, { error: 'must have at most 50 globs' })

/** Body of `POST /v2/batches`. Unknown fields are ignored. */
export const NewBatch = z
  .object(
    {
      prompt: PromptText.describe('What each job is to do. Must have a visible character.'),
      projectId: ProjectId.optional().describe(
        'The project whose files are divided among the jobs; needs `each`.',
      ),
      each: z
        .union([text(500).transform((glob) => [glob]), Globs], {
          error: 'must be a glob, or a list of 1 to 50 globs',
        })
        .optional()
        .describe(
          'Globs as in .gitignore, such as `docs/**/*.mdx`: the files that match are divided among the jobs. Each job may change no other file.',
        ),
      per: whole('Files for each job, with `each`.', MAX_FILES_PER_JOB).default(1),
      projectIds: z
        .array(ProjectId)
        .min(1, { error: 'must not be empty' })
        .max(MAX_BATCH_JOBS, { error: `must have at most ${groupDigits(MAX_BATCH_JOBS)} projects` })
        .refine((ids) => new Set(ids).size === ids.length, { error: 'names a project twice' })
        .optional()
        .describe('Instead of `projectId` and `each`: the projects. Each gets one job.'),
      atOnce: whole('Jobs that are active simultaneously.', MAX_SIMULTANEOUS_JOBS).default(5),
      first: whole(
        'Size of the pilot: the batch creates this many jobs, then waits for `continue`. Default: no pilot.',
        MAX_BATCH_JOBS,
      ).optional(),
      limitUsd: z
        .number({ error: 'must be a number' })
        .min(SMALLEST_SHARE_USD, {
          error: `must be at least ${SMALLEST_SHARE_USD}, the least that a job starts with`,
        })
        .max(1_000_000, { error: 'must be at most 1,000,000' })
        .optional()
        .describe(
          'What all jobs together may cost, in US dollars. Each run gets a share of what is left as its own limit. Default: no limit but those of the projects.',
        ),
      ref: text(255).optional().describe('As in `POST /v2/agent/{projectId}/job`.'),
      model: text(200).optional().describe('As in `POST /v2/agent/{projectId}/job`.'),
      draft: z
        .boolean({ error: 'must be true or false' })
        .optional()
        .describe('As in `POST /v2/agent/{projectId}/job`.'),
      metadata: NewMetadata.optional().describe(
        `Metadata of each job: up to ${METADATA_LIMITS.pairs} pairs, as in \`POST /v2/agent/{projectId}/job\`.`,
      ),
    },
    { error: 'must be a JSON object' },
  )
  .refine(
    ({ projectId, each, projectIds }) =>
      (projectIds === undefined) !== (projectId === undefined && each === undefined),
    {
      error: 'needs either `projectId` and `each`, or `projectIds`',
    },
  )
  .refine(({ projectId, each }) => (projectId === undefined) === (each === undefined), {
    error: 'needs `projectId` and `each` together',
  })
  // Clients that are generated from the OpenAPI description send the default.
  .refine(({ per, projectIds }) => per === 1 || projectIds === undefined, {
    error: 'is for the files of `each`: each of the `projectIds` gets one job',
    path: ['per'],
  })
  .meta({ id: 'NewBatch' })
export type NewBatch = z.infer<typeof NewBatch>

/** Body of `POST /v2/batches/{batchId}/continue`, which may be omitted. */
export const ContinueBatch = z
  .object(
    {
      limitUsd: NewBatch.shape.limitUsd.describe('A new limit in US dollars. Default: the limit stays.'),
      waitId: text(100)
        .optional()
        .describe(
          'The `waitId` of the batch that you looked at: if the batch waits for something else by now, nothing changes, and the response is a 409. Default: whatever it waits for.',
        ),
    },
    { error: 'must be a JSON object' },
  )
  .meta({ id: 'ContinueBatch' })
export type ContinueBatch = z.infer<typeof ContinueBatch>

export const BatchStatus = z.enum(['planning', 'running', 'waiting', 'completed', 'failed', 'cancelled'])
export type BatchStatus = z.infer<typeof BatchStatus>

/** A batch, without its jobs. */
export const BatchView = z
  .strictObject({
    id: z.string().describe('Id of the batch; opaque.'),
    status: BatchStatus.describe(
      '`planning`: the server reads the list of files. `running`: jobs are created and worked on. `waiting`: it waits for `continue`; `reason` says why. `completed`: every job has ended; `jobs.failed` counts those that failed. `failed`: it cannot be carried out; `reason` says why. `cancelled`: somebody cancelled it.',
    ),
    reason: z
      .string()
      .nullable()
      .describe('Why it waits, failed, or creates no job at the moment, and what to do; otherwise `null`.'),
    waitId: z
      .string()
      .optional()
      .describe(
        'Names what the batch waits for; opaque. Send it with `continue` to confirm this and nothing later. Absent unless the batch is `waiting`.',
      ),
    title: z.string().describe('First line of the prompt, at most 100 characters.'),
    projectId: z
      .string()
      .nullable()
      .describe('The project whose files are divided; `null`: one job for each of several projects.'),
    each: z.array(z.string()).nullable().describe('The globs; `null` with several projects.'),
    per: z.int().nullable().describe('Files for each job; `null` with several projects.'),
    commit: z
      .string()
      .nullable()
      .describe('The commit whose files were listed; `null`: not yet, or several projects.'),
    leftOut: z
      .int()
      .describe(
        'Number of files that match the globs, but that the settings of the project do not allow to change.',
      ),
    protected: z
      .int()
      .optional()
      .describe(
        'Part of `leftOut`: files that are protected. `paths.unprotect` in the settings of the project can allow changes to all of them except workflow files. Absent of batches for several projects, and until the files are listed.',
      ),
    unmatched: z
      .array(z.string())
      .optional()
      .describe('The globs that match no file, and may be misspelled. Absent while there are none.'),
    unchangedFiles: z
      .int()
      .optional()
      .describe(
        'Number of files of completed jobs that these did not change; `unchangedFiles` of each job names them. Absent while there are none.',
      ),
    atOnce: z.int().describe('Jobs that are active simultaneously.'),
    first: z.int().nullable().describe('Size of the pilot; `null`: there is none.'),
    limitUsd: z.number().nullable().describe('What all jobs together may cost; `null`: no limit.'),
    costUsd: z.number().describe('What the runs that have ended cost, in US dollars, as far as it is known.'),
    jobs: z.strictObject({
      total: z.int().describe('0 while the batch is `planning`.'),
      pending: z.int().describe('Not created yet.'),
      active: z.int(),
      completed: z.int(),
      failed: z.int().describe('Failed, cancelled, or could not be created.'),
    }),
    metadata: Metadata.optional().describe('Metadata of each job; absent if they have none.'),
    createdBy: Requester.describe('Who created the batch.'),
    createdAt: z.iso.datetime().describe('When it was created, in UTC.'),
    endedAt: z.iso.datetime().nullable().describe('When it ended; `null`: it has not.'),
  })
  .meta({ id: 'Batch' })
export type BatchView = z.infer<typeof BatchView>

/** One job of the report of a batch. */
export const BatchJob = z
  .strictObject({
    number: z.int().describe('Its number within the batch, from 1.'),
    projectId: z.string().describe('Id of its project.'),
    repository: z.url().describe('Web URL of the repository.'),
    files: z
      .array(z.string())
      .nullable()
      .describe('The files that it may change; `null`: the settings decide.'),
    jobId: z.string().nullable().describe('Id of the job; `null`: it was not created.'),
    status: z
      .enum(['pending', 'active', 'completed', 'failed'])
      .describe(
        '`pending`: not created yet. The others are those of a job; `failed` includes a job that could not be created.',
      ),
    reason: z
      .string()
      .nullable()
      .describe('Code of the reason of the job, or why it was not created; otherwise `null`.'),
    message: z
      .string()
      .optional()
      .describe(
        'For people: what happened and what to do next, if `reason` is a code. Absent if nothing is known.',
      ),
    prLink: z.url().nullable().describe('URL of the pull request; `null`: there is none.'),
    costUsd: z.number().describe('What its ended runs cost, in US dollars, as far as it is known.'),
    unchangedFiles: z
      .array(z.string())
      .optional()
      .describe(
        'The `files` that the job did not change. Absent before it is completed, and if the runner did not report what it changed.',
      ),
  })
  .meta({ id: 'BatchJob' })
export type BatchJob = z.infer<typeof BatchJob>

/** Response of `GET /v2/batches/{batchId}/jobs`, in the order of the numbers. */
export const BatchJobList = z.strictObject({ jobs: z.array(BatchJob), nextCursor: NextCursor })
export type BatchJobList = z.infer<typeof BatchJobList>

/** Response of `GET /v2/batches`, newest first. */
export const BatchList = z.strictObject({ batches: z.array(BatchView), nextCursor: NextCursor })
export type BatchList = z.infer<typeof BatchList>
