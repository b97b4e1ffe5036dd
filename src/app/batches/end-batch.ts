import type { Commit } from '../store/store.ts'
import type { BatchDeps } from './batch-deps.ts'
import type { BatchRecord } from './batch-record.ts'
import { purgeEntry } from './purge-batch.ts'

/** The batch creates no more jobs, and is deleted one day. */
export function endBatch(
  deps: Pick<BatchDeps, 'now' | 'retention'>,
  batch: BatchRecord,
  status: 'completed' | 'failed' | 'cancelled',
  reason: string | null,
): { readonly batch: BatchRecord; readonly beside: Commit } {
  const ended = { ...batch, status, reason, endedAt: deps.now() }
  return { batch: ended, beside: purgeEntry(ended, deps) }
}
