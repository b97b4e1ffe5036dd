import { z } from 'zod'
import { Metadata, Mode } from '../../contract/job.ts'
import type { ReasonCode } from '../../contract/reasons.ts'
import { RunState, Usage } from '../../contract/run.ts'
import type { Job } from '../domain/job.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { Run } from '../domain/run.ts'
import type { JobKey } from '../domain/run-id.ts'
import { RecordUnreadable, type Store } from '../store/store.ts'
import { PullOutcomeRecord } from '../usage/outcome-entry.ts'

export const jobKeys = {
  /**
   * State and current run: the only compare-and-set key of a job. The id, which starts with its time, comes first, so
   * that jobs created together are adjacent, whatever their projects: a batch then writes few pages.
   */
  record: (k: JobKey) => `job/${k.job}/${k.project}`,
  /** The response to get. */
  view: (k: JobKey) => `view/${k.job}/${k.project}`,
  ofWorkflowRun: (repositoryId: number, workflowRunId: number) => `wr/${repositoryId}/${workflowRunId}`,
  ofPullRequest: (repositoryId: number, number: number) => `pr/${repositoryId}/${number}`,
  /** The newest job of an issue. */
  ofIssue: (repositoryId: number, number: number) => `issue/${repositoryId}/${number}`,
}

/**
 * The stored records of a job and a run, as JSON; `domain/job.ts` says what the fields mean. As in every stored record,
 * fields that this version does not know are kept and written back, and new fields are optional: a server of another
 * version may have written the record, and may read it next.
 */
const ReasonRecord = z.looseObject({
  // A newer server may have codes that this one does not know. Callers treat them as a failure.
  code: z.custom<ReasonCode>((code) => typeof code === 'string'),
  message: z.string(),
})

const WorkflowRecord = z.looseObject({
  repositoryId: z.int(),
  ownerId: z.int(),
  file: z.string(),
  branch: z.string(),
  actorId: z.int(),
})

const ReportRecord = z.looseObject({
  outcome: z.enum(['published', 'no-change', 'failed', 'cancelled']),
  headSha: z.string().nullable(),
  pullRequest: z.int().nullable(),
  reason: ReasonRecord.nullable(),
  parking: z.looseObject({ seconds: z.int().nullable() }).optional(),
})

export const MonthlyBudgetRecord = z.looseObject({
  name: z.string(),
  usdPerMonth: z.number(),
  warnAt: z.number(),
})

export const RunRecord = z.looseObject({
  number: z.int(),
  state: RunState,
  first: z.int(),
  last: z.int(),
  mode: Mode.optional(),
  retryOf: z.int().nullable().default(null),
  answers: z.int().optional(),
  queuedAt: z.int(),
  parkedUntil: z.int().optional(),
  parkings: z.int().optional(),
  readsContext: z.boolean().optional(),
  review: z
    .looseObject({
      pullRequest: z.int(),
      headSha: z.string(),
      isOfFork: z.boolean().optional(),
      postingSince: z.int().optional(),
      id: z.int().optional(),
    })
    .optional(),
  dueAt: z.int().nullable(),
  waiting: z.boolean(),
  githubChanged: z.boolean(),
  attempts: z.int(),
  dispatchedAt: z.int().nullable(),
  workflow: WorkflowRecord.nullable(),
  workflowRunId: z.int().nullable(),
  workflowRunUrl: z.string().nullable(),
  base: z.string().nullable(),
  claimedAt: z.int().nullable(),
  baseHead: z.string().optional(),
  secretHash: z.string().nullable(),
  filesSha: z.string().nullable(),
  budgets: z.array(MonthlyBudgetRecord).optional(),
  baseMerge: z
    .discriminatedUnion('kind', [
      z.looseObject({ kind: z.literal('sent'), headSha: z.string(), baseSha: z.string(), at: z.int() }),
      z.looseObject({ kind: z.literal('left') }),
    ])
    .optional(),
  baseMovedSince: z.int().optional(),
  publishingAt: z.int().nullable(),
  encryptedToken: z.string().nullable(),
  report: ReportRecord.nullable(),
  reportedAt: z.int().nullable(),
  reason: ReasonRecord.nullable(),
  usage: Usage.loose().nullable(),
  endedAt: z.int().nullable(),
}) satisfies z.ZodType<Run>

const PendingCleanupRecord = z.looseObject({
  run: z.int(),
  since: z.int(),
  dueAt: z.int(),
  cancel: z.boolean(),
  readDelivery: z.boolean(),
  tries: z.int(),
  cancellations: z.int().optional(),
  workflow: WorkflowRecord,
  workflowRunId: z.int().nullable(),
  encryptedToken: z.string().nullable(),
})

export const OriginRecord = z.discriminatedUnion('kind', [
  z.looseObject({
    kind: z.literal('key'),
    id: z.string(),
    name: z.string(),
    address: z.string().optional(),
  }),
  z.looseObject({
    kind: z.literal('actor'),
    id: z.int(),
    login: z.string(),
    // An older server reads it as an actor.
    via: z.literal('dashboard').optional(),
    address: z.string().optional(),
  }),
  z.looseObject({
    kind: z.literal('github'),
    via: z.enum(['comment', 'review-comment', 'review', 'label']),
    id: z.int(),
    login: z.string(),
    type: z.literal('Bot').optional(),
    issue: z.int(),
    onPullRequest: z.literal(true).optional(),
    source: z.int().nullable(),
  }),
  z.looseObject({ kind: z.literal('watch'), id: z.string(), name: z.string() }),
  z.looseObject({
    kind: z.literal('settings'),
    id: z.enum(['on-ci-failure', 'on-conflict']),
    name: z.string(),
  }),
])

const OutcomeRecord = z.looseObject({
  at: z.int(),
  isChange: z.boolean(),
  costUsd: z.number(),
  unpriced: z.int(),
  pulls: z.array(PullOutcomeRecord),
}) satisfies z.ZodType<Outcome>

/** Under 4 KB, without the metadata and the files. */
export const JobRecord = z.looseObject({
  v: z.literal(1),
  rev: z.int(),
  id: z.string(),
  project: z.string(),
  repositoryId: z.int(),
  repository: z.string(),
  createdAt: z.int(),
  archivedAt: z.int().nullable(),
  lastActivityAt: z.int(),
  deletedAt: z.int().nullable(),
  dueAt: z.int().nullable(),
  title: z.string().nullable().default(null),
  origin: OriginRecord,
  accountId: z.int().nullable().default(null),
  model: z.string(),
  fallbackModels: z.array(z.string()).optional(),
  base: z.string().nullable(),
  draft: z.boolean().nullable(),
  questions: z.literal(true).optional(),
  workingDirectory: z.string().optional(),
  metadata: Metadata.optional(),
  batch: z
    .looseObject({ id: z.string(), accountId: z.int(), number: z.int(), capUsd: z.number().optional() })
    .optional(),
  files: z.array(z.string()).optional(),
  outside: z.array(z.string()).optional(),
  branch: z.string(),
  branchExists: z.boolean(),
  pullRequest: z
    .looseObject({
      number: z.int(),
      url: z.string(),
      // Absent from records of older servers.
      state: z.enum(['draft', 'open', 'merged', 'closed']).optional(),
    })
    .nullable(),
  outcome: OutcomeRecord.optional(),
  messages: z.int(),
  taken: z.int(),
  modes: z.array(z.looseObject({ from: z.int(), mode: Mode.nullable() })).optional(),
  asked: z.looseObject({ run: z.int(), first: z.int() }).optional(),
  run: RunRecord,
  cleanups: z.array(PendingCleanupRecord),
}) satisfies z.ZodType<Job>

/** Whether a text from outside may be the id of a job, and so a part of a key. */
export const isJobId = (id: string): boolean => /^job_[0-9a-z]{26}$/.test(id)

/** With the stored text of the record, for the check of a commit. `null`: there is no such job. */
export async function loadJob(store: Store, key: JobKey): Promise<{ raw: string; job: Job } | null> {
  const raw = await store.get(jobKeys.record(key))
  return raw === undefined ? null : { raw, job: parseJob(key.job, raw) }
}

/** `loadJob` without the stored text of the record. */
export const findJob = async (store: Store, key: JobKey): Promise<Job | null> =>
  (await loadJob(store, key))?.job ?? null

const KNOWN = JobRecord.shape.v.value
const Versioned = z.object({ v: z.int() })

/** Throws RecordUnreadable if this version cannot work on the job; nothing of the job is changed then. */
export function parseJob(id: string, raw: string): Job {
  const record = parseJson(raw)
  const job = JobRecord.safeParse(record)
  if (job.success) return job.data
  const version = Versioned.safeParse(record)
  if (version.success && version.data.v > KNOWN)
    throw new RecordUnreadable(
      `job ${id} was written by a newer version of the server (record version ${version.data.v}, known is ${KNOWN}): it ` +
        'stays as it is until that version runs again',
    )
  const where = job.error.issues[0]?.path.join('.') || 'the whole'
  throw new RecordUnreadable(`the record of job ${id} is damaged (${where}): restore it from a backup`, {
    cause: job.error,
  })
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
