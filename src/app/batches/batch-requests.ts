import type { BatchView, NewBatch } from '../../contract/batch.ts'
import type { Actor } from '../audit/actor.ts'
import type { KeyRecord } from '../keys/key-record.ts'
import { permitsAll } from '../keys/permits-all.ts'
import type { Allowance, LimitOf, Member } from '../limits/rate-limit.ts'
import type { IdempotencyKey } from '../records/idempotency.ts'
import { type BatchRecord, projectsOf } from './batch-record.ts'

/** Of the right form; whether there is such a batch is another question. */
export const isBatchId = (text: string): boolean => /^batch_[0-9a-z]{26}$/.test(text)

/** Who sees batches: those that cover no more than this. */
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

/** A batch, and what it waits for: after its pilot for a confirmation, at its limit for a higher one. */
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
