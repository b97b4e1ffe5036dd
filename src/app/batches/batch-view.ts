import type { BatchJob, BatchView, NewBatch } from '../../contract/batch.ts'
import type { Actor } from '../audit/actor.ts'
import type { KeyRecord } from '../keys/key-record.ts'
import { permitsAll } from '../keys/permits-all.ts'
import type { Allowance, LimitOf, Member } from '../limits/rate-limit.ts'
import type { IdempotencyKey } from '../records/idempotency.ts'
import { type BatchRecord, type BatchUnit, projectsOf } from './batch-record.ts'
import { waitIdOf } from './batch-state.ts'

const isoOf = (ms: number): string => new Date(ms).toISOString()

/** A batch as callers see it. Pure. */
export function batchView(batch: BatchRecord): BatchView {
  const { scope, active, completed, failed, total } = batch
  const files = scope.kind === 'files' ? scope : null
  const waitId = waitIdOf(batch)
  return {
    id: batch.id,
    status: batch.status,
    reason: batch.reason,
    ...(waitId !== null && { waitId }),
    title: batch.title,
    projectId: files?.project ?? null,
    each: files === null ? null : [...files.each],
    per: files?.per ?? null,
    commit: files?.commit ?? null,
    leftOut: files?.leftOut ?? 0,
    atOnce: batch.atOnce,
    first: batch.first,
    limitUsd: batch.limitUsd,
    costUsd: batch.spentUsd,
    jobs: {
      total,
      pending: total - active.length - completed - failed,
      active: active.length,
      completed,
      failed,
    },
    ...(batch.job.metadata !== undefined && { metadata: batch.job.metadata }),
    createdBy: { kind: batch.createdBy.kind ?? 'key', id: batch.createdBy.id, name: batch.createdBy.name },
    createdAt: isoOf(batch.createdAt),
    endedAt: batch.endedAt === null ? null : isoOf(batch.endedAt),
  }
}

export const unitView = (unit: BatchUnit): BatchJob => ({
  number: unit.number,
  projectId: unit.project,
  repository: unit.repository,
  files: unit.files === null ? null : [...unit.files],
  jobId: unit.job,
  status: unit.state,
  reason: unit.reason,
  ...(unit.message != null && { message: unit.message }),
  prLink: unit.prLink,
  costUsd: unit.costUsd,
})

/** Checks the form only, not whether there is such a batch. */
export const isBatchId = (text: string): boolean => /^batch_[0-9a-z]{26}$/.test(text)

/** Who reads batches: sees those whose projects the key covers. */
export interface BatchReader {
  readonly key: Pick<KeyRecord, 'accountId' | 'projectIds'>
}

/** Who manages batches: an API key, or a person with write access to the projects. */
export interface BatchManager extends BatchReader {
  readonly by: Actor
  /** Whose limit new batches count against. */
  readonly member: Member
}

/** A key for some projects does not see what covers more. */
export const isSeen = ({ accountId, projectIds }: BatchReader['key'], batch: BatchRecord): boolean =>
  batch.accountId === accountId &&
  (projectIds === null || permitsAll(projectsOf(batch), (id) => setOf(projectIds).has(id)))

/** Made once for a reader: a person may have thousands of projects, each batch of a list a thousand. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

function setOf(ids: readonly string[]): ReadonlySet<string> {
  const known = sets.get(ids) ?? new Set(ids)
  sets.set(ids, known)
  return known
}

export interface BatchRequest {
  readonly wanted: NewBatch
  readonly idempotencyKey: IdempotencyKey | null
}

export type CreateBatchOutcome =
  /** `body`: the batch as it was when it was created. */
  | { readonly kind: 'created'; readonly id: string; readonly body: string }
  | { readonly kind: 'idempotency-conflict' }
  | { readonly kind: 'rate-limited'; readonly allowance: Allowance; readonly of: LimitOf }

/** What a manager confirms. */
export interface Confirmation {
  readonly limitUsd: number | null
  /** What the batch waited for when they looked at it; `null`: they confirm whatever it waits for. */
  readonly waitId: string | null
}

/** Why the state of a batch does not allow what is asked. */
export type ControlRefusal = 'ended' | 'changed' | 'limit-reached' | 'cancelled' | 'no-jobs' | 'none-failed'

/** `absent`: the manager sees no such batch. `why` is for callers of the API. */
export type ControlOutcome =
  | { readonly kind: 'done'; readonly view: BatchView }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly code: ControlRefusal; readonly why: string }

/** A batch, and what it waits for: a confirmation after its pilot, or a higher limit. */
export interface ShownBatch {
  /** Each change of the batch or of one of its jobs has another number. */
  readonly revision: number
  readonly view: BatchView
  readonly waitsFor: 'confirmation' | 'limit' | null
  /** The projects that it works on. */
  readonly projectIds: readonly string[]
}

export interface BatchPageQuery {
  readonly limit: number
  readonly after: string | null
}

export interface BatchPage<T> {
  readonly items: readonly T[]
  readonly next: string | null
}
