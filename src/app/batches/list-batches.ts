import type { Logger } from 'pino'
import type { BatchJob, BatchView, NewBatch } from '../../contract/batch.ts'
import type { Actor } from '../audit/actor.ts'
import type { IdempotencyKey } from '../job-store/idempotency.ts'
import type { KeyRecord } from '../keys/key-record.ts'
import { permitsAll } from '../keys/permits-all.ts'
import type { Allowance, LimitOf, Member } from '../limits/rate-limit.ts'
import { idOfPlace } from '../store/keys.ts'
import { RecordUnreadable, type Store } from '../store/store.ts'
import {
  BatchRecord,
  BatchUnit,
  type BatchWork,
  batchKeys,
  parseRecord,
  projectsOf,
  readBatch,
} from './batch-record.ts'
import { waitIdOf, waitsFor } from './batch-state.ts'

/** Batches that one request looks at, however few of them the reader sees. */
const MAX_SEEN = 500

/** Newest first. A page may hold few batches or none and not be the last. */
export async function listBatches(
  deps: Pick<BatchWork, 'store' | 'log'>,
  { key }: BatchReader,
  query: BatchPageQuery,
): Promise<BatchPage<BatchView>> {
  const { items, next } = await listRecords(deps, (batch) => isSeen(key, batch), key.accountId, query)
  return { items: items.map(batchView), next }
}

/** The newest batches that end with this key, because it asked last. */
export async function batchesEndingWith(
  deps: Pick<BatchWork, 'store' | 'log'>,
  { id, accountId, projectIds }: Pick<KeyRecord, 'id' | 'accountId' | 'projectIds'>,
  limit: number,
): Promise<BatchView[]> {
  const isItsOwn = (batch: BatchRecord): boolean =>
    batch.endedAt === null && batch.key?.id === id && isSeen({ accountId, projectIds }, batch)
  const { items } = await listRecords(deps, isItsOwn, accountId, { limit, after: null })
  return items.map(batchView)
}

async function listRecords(
  { store, log }: Pick<BatchWork, 'store' | 'log'>,
  isWanted: (batch: BatchRecord) => boolean,
  accountId: number,
  { limit, after }: BatchPageQuery,
): Promise<BatchPage<BatchRecord>> {
  const prefix = batchKeys.allOf(accountId)
  const items: BatchRecord[] = []
  let place = after
  for (let seen = 0; seen < MAX_SEEN; ) {
    const entries = await store.list({
      prefix,
      limit: limit + 1,
      ...(place !== null && { after: prefix + place }),
    })
    seen += entries.length
    const places = entries.map((entry) => entry.key.slice(prefix.length))
    const records = await store.getMany(places.map((one) => batchKeys.record(idOfPlace(one))))
    for (const [i, next] of places.entries()) {
      const batch = batchOf(log, idOfPlace(next), records[i])
      if (batch !== null && isWanted(batch)) {
        if (items.length === limit) return { items, next: place }
        items.push(batch)
      }
      place = next
    }
    if (entries.length <= limit) return { items, next: null }
  }
  return { items, next: place }
}

/** A damaged record is omitted here; a request for the batch itself reports it. */
function batchOf(log: Logger, id: string, record: string | undefined): BatchRecord | null {
  try {
    return record === undefined ? null : parseRecord(BatchRecord, record, id)
  } catch (error) {
    if (!(error instanceof RecordUnreadable)) throw error
    log.error({ err: error }, 'a batch is left out of a list')
    return null
  }
}

/** `null`: the reader sees no such batch. */
export async function getBatch(store: Store, reader: BatchReader, id: string): Promise<ShownBatch | null> {
  const batch = await findBatch(store, reader, id)
  return (
    batch && {
      revision: batch.rev,
      view: batchView(batch),
      waitsFor: waitsFor(batch),
      projectIds: projectsOf(batch),
    }
  )
}

async function findBatch(store: Store, { key }: BatchReader, id: string): Promise<BatchRecord | null> {
  const batch = (await readBatch(store, id))?.batch ?? null
  return batch !== null && isSeen(key, batch) ? batch : null
}

/** The jobs of a batch, in the order of their numbers; `null`: the reader sees no such batch. */
export async function listUnits(
  store: Store,
  reader: BatchReader,
  id: string,
  { limit, after }: BatchPageQuery,
): Promise<BatchPage<BatchJob> | null> {
  const batch = await findBatch(store, reader, id)
  if (batch === null) return null
  const { total } = batch
  // Until the batch is planned, jobs that an interrupted server wrote do not count.
  if (total === 0) return { items: [], next: null }
  const prefix = batchKeys.unitsOf(id)
  const entries = await store.list({
    prefix,
    limit: limit + 1,
    ...(after !== null && { after: prefix + after }),
  })
  const units = entries
    .map(({ value }) => parseRecord(BatchUnit, value, id))
    .filter(({ number }) => number <= total)
  const shown = units.slice(0, limit)
  const last = shown.at(-1)
  const next =
    units.length > limit && last !== undefined ? batchKeys.unit(id, last.number).slice(prefix.length) : null
  return { items: shown.map(unitView), next }
}

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
    ...(files?.protected !== undefined && { protected: files.protected }),
    ...(files?.unmatched !== undefined && files.unmatched.length > 0 && { unmatched: [...files.unmatched] }),
    ...(batch.unchanged !== undefined && { unchangedFiles: batch.unchanged }),
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

const unitView = (unit: BatchUnit): BatchJob => ({
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
  ...(unit.unchanged !== undefined && { unchangedFiles: [...unit.unchanged] }),
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

interface BatchPageQuery {
  readonly limit: number
  readonly after: string | null
}

interface BatchPage<T> {
  readonly items: readonly T[]
  readonly next: string | null
}
