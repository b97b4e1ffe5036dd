import { z } from 'zod'
import { BatchStatus } from '../../contract/batch.ts'
import { Metadata } from '../../contract/job.ts'
import { keySpace } from '../store/key-space.ts'
import type { KnownFields } from '../store/parse-records.ts'
import { RecordUnreadable, type Store } from '../store/store.ts'

/** What is divided into jobs. */
const Scope = z.discriminatedUnion('kind', [
  z.looseObject({
    kind: z.literal('files'),
    project: z.string(),
    each: z.array(z.string()),
    per: z.int(),
    /** The commit whose files were listed; `null`: not yet. */
    commit: z.string().nullable(),
    /** Number of files that match, and that the settings do not allow to change. */
    leftOut: z.int(),
  }),
  z.looseObject({ kind: z.literal('projects'), projects: z.array(z.string()) }),
])

const ActiveJob = z.looseObject({
  /** Number within the batch. */
  number: z.int(),
  project: z.string(),
  job: z.string(),
  /** What its run may cost; absent: the batch has no limit. */
  capUsd: z.number().optional(),
})
export type ActiveJob = KnownFields<z.infer<typeof ActiveJob>>

/** The state of a batch: the only compare-and-set key of it. Times are epoch milliseconds. */
export const BatchRecord = z.looseObject({
  v: z.literal(1),
  /** Counts the changes, so that no value of the record occurs twice. */
  rev: z.int(),
  id: z.string(),
  accountId: z.int(),
  /** The API key that asked last: the batch creates no jobs that this key could not create. Absent: a person asked last. */
  key: z.looseObject({ id: z.string(), name: z.string(), address: z.string().optional() }).optional(),
  /** The person who asked last, in the dashboard. */
  person: z.looseObject({ id: z.int(), login: z.string(), address: z.string().optional() }).optional(),
  /** `kind` is absent of an API key. */
  createdBy: z.looseObject({ id: z.string(), name: z.string(), kind: z.literal('person').optional() }),
  createdAt: z.int(),
  endedAt: z.int().nullable(),
  title: z.string(),
  status: BatchStatus,
  /** Why it waits, failed, or creates no job at the moment. */
  reason: z.string().nullable(),
  scope: Scope,
  /** What each job is created with. */
  job: z.looseObject({
    ref: z.string().nullable(),
    model: z.string().nullable(),
    draft: z.boolean().nullable(),
    metadata: Metadata.optional(),
  }),
  atOnce: z.int(),
  first: z.int().nullable(),
  limitUsd: z.number().nullable(),
  /** Number of its jobs; 0 until it is planned. */
  total: z.int(),
  /** Jobs up to this number may be created. */
  released: z.int(),
  /** Each retry of what failed is a round of its own. */
  round: z.int(),
  /** The number that this round looks at next. */
  next: z.int(),
  /** Numbers that met a limit of their project, and when they are tried again. */
  deferred: z.array(z.looseObject({ number: z.int(), until: z.int() })),
  active: z.array(ActiveJob),
  completed: z.int(),
  failed: z.int(),
  spentUsd: z.number(),
})
export type BatchRecord = KnownFields<z.infer<typeof BatchRecord>>

/** One job of a batch. */
export const BatchUnit = z.looseObject({
  number: z.int(),
  project: z.string(),
  repository: z.string(),
  /** The only files that it may change; `null`: the settings decide. */
  files: z.array(z.string()).nullable(),
  state: z.enum(['pending', 'active', 'completed', 'failed']),
  /** The round in which it was last begun; 0: none. */
  round: z.int(),
  job: z.string().nullable(),
  /** Code of the reason of its last run, or why it was not created. */
  reason: z.string().nullable(),
  /** Message of the reason of its last run. */
  message: z.string().nullable().optional(),
  prLink: z.string().nullable(),
  costUsd: z.number(),
})
export type BatchUnit = KnownFields<z.infer<typeof BatchUnit>>

export interface StoredBatch {
  readonly raw: string
  readonly batch: BatchRecord
}

export async function readBatch(store: Pick<Store, 'get'>, id: string): Promise<StoredBatch | null> {
  const raw = await store.get(keySpace.batch(id))
  return raw === undefined ? null : { raw, batch: parseRecord(BatchRecord, raw, id) }
}

export async function readUnit(
  store: Pick<Store, 'get'>,
  batch: string,
  number: number,
): Promise<{ readonly raw: string; readonly unit: BatchUnit }> {
  const raw = await store.get(keySpace.batchUnit(batch, number))
  if (raw === undefined)
    throw new RecordUnreadable(`job ${number} of the batch ${batch} is missing: restore it from a backup`)
  return { raw, unit: parseRecord(BatchUnit, raw, batch) }
}

export function parseRecord<T>(schema: z.ZodType<T>, raw: string, batch: string): T {
  try {
    return schema.parse(JSON.parse(raw))
  } catch (cause) {
    throw new RecordUnreadable(`the record of the batch ${batch} is damaged: restore it from a backup`, {
      cause,
    })
  }
}

/** The projects that a batch works on. */
export const projectsOf = ({ scope }: Pick<BatchRecord, 'scope'>): readonly string[] =>
  scope.kind === 'files' ? [scope.project] : scope.projects

export const isEnded = ({ status }: Pick<BatchRecord, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'
