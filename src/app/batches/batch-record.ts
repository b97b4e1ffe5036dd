import { z } from 'zod'
import { BatchStatus } from '../../contract/batch.ts'
import { Metadata } from '../../contract/job.ts'
import type { Actor } from '../audit/actor.ts'
import { type Action, auditEntry } from '../audit/audit-entry.ts'
import type { Retention } from '../domain/job-view.ts'
import { batchQueueKeys } from '../job-store/update-job.ts'
import type { WorkStore } from '../jobs/admit-request.ts'
import type { ProjectWork } from '../projects/project.ts'
import { count } from '../store/keys.ts'
import type { KnownFields } from '../store/parse-records.ts'
import { type Commit, commitWithRetry, mergeCommits, RecordUnreadable, type Store } from '../store/store.ts'

export const batchKeys = {
  record: (id: string) => `batch/${id}`,
  prompt: (id: string) => `batch-prompt/${id}`,
  unit: (batch: string, number: number) => `batch-unit/${batch}/${count(number)}`,
  unitsOf: (batch: string) => `batch-unit/${batch}/` as const,
  /** Newest first. */
  ofAccount: (accountId: number, place: string) => `account-batch/${accountId}/${place}`,
  allOf: (accountId: number) => `account-batch/${accountId}/` as const,
}

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
    /** How many of them are protected. Absent from records of older servers. */
    protected: z.int().optional(),
    /** The globs that match no file. Absent from records of older servers. */
    unmatched: z.array(z.string()).optional(),
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
  /** Each retry of the failed jobs is a new round. */
  round: z.int(),
  /** The number that this round looks at next. */
  next: z.int(),
  /** Numbers that met a limit of their project, and when they are tried again. */
  deferred: z.array(z.looseObject({ number: z.int(), until: z.int() })),
  active: z.array(ActiveJob),
  completed: z.int(),
  failed: z.int(),
  spentUsd: z.number(),
  /** Files of completed jobs that no run of theirs has changed. Absent: none. */
  unchanged: z.int().optional(),
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
  /** Its files that no run which succeeded has changed. Absent: unknown, or there are none of its own. */
  unchanged: z.array(z.string()).optional(),
})
export type BatchUnit = KnownFields<z.infer<typeof BatchUnit>>

export interface StoredBatch {
  readonly raw: string
  readonly batch: BatchRecord
}

export async function readBatch(store: Pick<Store, 'get'>, id: string): Promise<StoredBatch | null> {
  const raw = await store.get(batchKeys.record(id))
  return raw === undefined ? null : { raw, batch: parseRecord(BatchRecord, raw, id) }
}

export async function readUnit(
  store: Pick<Store, 'get'>,
  batch: string,
  number: number,
): Promise<{ readonly raw: string; readonly unit: BatchUnit }> {
  const raw = await store.get(batchKeys.unit(batch, number))
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

/** What the use cases of batches work with. */
export interface BatchWork extends WorkStore, ProjectWork {
  readonly newBatchId: () => string
}

/** The commit that changes a batch, and one of its jobs. It fails if another writer was faster. */
export const batchCommit = (
  { raw, batch: before }: StoredBatch,
  after: BatchRecord,
  unit?: { readonly raw: string; readonly unit: BatchUnit },
): Commit => {
  const key = batchKeys.record(before.id)
  const change: Commit = {
    checks: [{ key, value: raw }],
    set: [{ key, value: JSON.stringify({ ...after, rev: before.rev + 1 }) }],
  }
  if (unit === undefined) return change
  const unitKey = batchKeys.unit(before.id, unit.unit.number)
  return mergeCommits(change, {
    checks: [{ key: unitKey, value: unit.raw }],
    set: [{ key: unitKey, value: JSON.stringify(unit.unit) }],
  })
}

/**
 * Changes nothing but the value of the record, so that whatever another server writes with the earlier value fails: the jobs
 * of two lists of files would mix. `null`: another writer was faster.
 */
export async function claimBatch(store: Store, stored: StoredBatch): Promise<StoredBatch | null> {
  const batch = { ...stored.batch, rev: stored.batch.rev + 1 }
  return (await store.commit(batchCommit(stored, batch))) ? { raw: JSON.stringify(batch), batch } : null
}

/** An entry that makes the batch due. Its value is new with each change, so that no other entry is taken for it. */
export const stepEntry = ({ accountId, id, rev }: BatchRecord, at: number): Commit => ({
  set: [{ key: batchQueueKeys.step(accountId, id, at), value: String(rev) }],
})

/** What becomes of a batch, and what else goes into the commit. */
export interface BatchChange {
  readonly batch: BatchRecord
  readonly extraCommit?: Commit
}

export const changeCommit = (stored: StoredBatch, { batch, extraCommit = {} }: BatchChange): Commit =>
  mergeCommits(batchCommit(stored, batch), extraCommit)

/**
 * Reads the batch, decides, and commits, again if another writer was faster. `null`: there is no such batch. A `change`
 * of `null` changes nothing.
 */
export const changeBatch = <T>(
  store: Store,
  id: string,
  decide: (batch: BatchRecord) => { readonly change: BatchChange | null; readonly outcome: T },
): Promise<T | null> =>
  commitWithRetry<T | null>(store, `batch ${id}`, async () => {
    const stored = await readBatch(store, id)
    if (stored === null) return { result: null }
    const { change, outcome } = decide(stored.batch)
    return change === null ? { result: outcome } : { commit: changeCommit(stored, change), result: outcome }
  })

/** Owners of the account see it, and those who work with the project of its files. */
export const auditBatch = (
  action: Action & `batch.${string}`,
  { accountId, scope, id, title }: BatchRecord,
  by: Actor,
  at: number,
  { auditMs }: Retention,
): Commit =>
  auditEntry(
    {
      ...{ accountId, at, action, by },
      project: scope.kind === 'files' ? scope.project : null,
      subject: { id, name: title },
      detail: null,
    },
    auditMs,
  )
