import type { Action } from '../audit/audit-entry.ts'
import type { JobStore } from '../job-store/update-job.ts'
import { mergeCommits } from '../store/store.ts'
import { handOver } from './batch-asker.ts'
import {
  auditBatch,
  type BatchChange,
  type BatchRecord,
  changeBatch,
  isEnded,
  stepEntry,
} from './batch-record.ts'
import { beginRound, isPilotOver, waitIdOf } from './batch-state.ts'
import { endBatch } from './end-batch.ts'
import {
  type BatchManager,
  batchView,
  type Confirmation,
  type ControlOutcome,
  type ControlRefusal,
  isSeen,
} from './list-batches.ts'

/** Confirms a batch that waits. A batch that is running does not change. */
export const continueBatch = (
  deps: JobStore,
  manager: BatchManager,
  id: string,
  { limitUsd, waitId }: Confirmation,
): Promise<ControlOutcome> =>
  control(deps, manager, id, 'batch.continued', (batch) => {
    if (isEnded(batch)) return 'ended'
    const next = { ...batch, limitUsd: limitUsd ?? batch.limitUsd }
    if (waitId !== null && waitId !== waitIdOf(batch)) {
      // A repetition of the confirmation that continued it.
      return batch.status !== 'waiting' && next.limitUsd === batch.limitUsd ? null : 'changed'
    }
    if (batch.status !== 'waiting') return limitUsd === null ? null : { batch: next }
    const isReleased = isPilotOver(batch)
    if (!isReleased && limitUsd === null) return 'limit-reached'
    const released = isReleased ? batch.total : batch.released
    return { batch: { ...next, status: 'running', reason: null, released } }
  })

/** Creates no more jobs, and cancels those that are active. Pull requests that are open stay. */
export const cancelBatch = (deps: JobStore, manager: BatchManager, id: string): Promise<ControlOutcome> =>
  control(deps, manager, id, 'batch.cancelled', (batch) =>
    isEnded(batch) ? null : endBatch(deps, batch, 'cancelled', null),
  )

/** Starts everything again that failed. A batch that is running does not change. */
export const retryBatch = (deps: JobStore, manager: BatchManager, id: string): Promise<ControlOutcome> =>
  control(deps, manager, id, 'batch.retried', (batch) => {
    if (batch.status === 'planning' || batch.status === 'running') return null
    if (batch.status === 'cancelled') return 'cancelled'
    if (batch.total === 0) return 'no-jobs'
    const isUnfinished = batch.completed + batch.failed + batch.active.length < batch.released
    if (batch.failed === 0 && !isUnfinished) return 'none-failed'
    return { batch: beginRound(batch) }
  })

const WHY: Readonly<Record<ControlRefusal, string>> = {
  ended: 'the batch has ended: retry it, or create a new one',
  changed: 'the batch no longer waits for what `waitId` names: read it again, then continue it',
  'limit-reached': 'the limit is reached: continue the batch with a higher `limitUsd`',
  cancelled: 'the batch was cancelled: create a new one',
  'no-jobs': 'the batch has no jobs: create a new one',
  'none-failed': 'no job of the batch has failed',
}

/** The batch then belongs to the manager. `decide` returns a code if the state of the batch does not allow it. */
async function control(
  deps: JobStore,
  manager: BatchManager,
  id: string,
  action: Action & `batch.${string}`,
  decide: (batch: BatchRecord) => BatchChange | ControlRefusal | null,
): Promise<ControlOutcome> {
  const { key, by } = manager
  const outcome = await changeBatch<ControlOutcome>(deps.store, id, (batch) => {
    if (!isSeen(key, batch)) return { change: null, outcome: { kind: 'absent' } }
    const decided = decide(batch)
    if (typeof decided === 'string')
      return { change: null, outcome: { kind: 'refused', code: decided, why: WHY[decided] } }
    if (decided === null) return { change: null, outcome: { kind: 'done', view: batchView(batch) } }
    const next = handOver(decided.batch, by)
    const now = deps.now()
    const parts = [
      stepEntry(next, now),
      auditBatch(action, next, by, now, deps.retention),
      decided.extraCommit ?? {},
    ]
    return {
      change: { batch: next, extraCommit: mergeCommits(...parts) },
      outcome: { kind: 'done', view: batchView(next) },
    }
  })
  deps.onDue()
  return outcome ?? { kind: 'absent' }
}
