import { SMALLEST_SHARE_USD } from '../../contract/batch.ts'
import { roundMicro } from '../budgets/budgets.ts'
import type { ActiveJob, BatchRecord, BatchUnit } from './batch-record.ts'

/** What a batch does next. */
export type NextStep =
  | { readonly kind: 'plan' }
  /** `deferred`: it met a limit before. */
  | {
      readonly kind: 'start'
      readonly number: number
      readonly deferred: boolean
      readonly capUsd: number | null
    }
  | { readonly kind: 'later'; readonly at: number }
  | { readonly kind: 'wait'; readonly reason: string }
  | { readonly kind: 'complete' }
  /** Jobs are active, or somebody has to decide. */
  | { readonly kind: 'nothing' }

const PILOT_ENDED = 'the pilot has ended: look at its pull requests, then continue or cancel the batch'

/** Pure, as everything in this file. */
export function planNext(batch: BatchRecord, now: number): NextStep {
  if (batch.status === 'planning') return { kind: 'plan' }
  if (batch.status !== 'running') return { kind: 'nothing' }
  const blocked = batch.deferred.filter(({ until }) => until > now)
  const later = blocked.length === 0 ? null : Math.min(...blocked.map(({ until }) => until))
  // All files belong to one project: what it refuses to one job, it refuses to the next.
  const isBlocked = batch.scope.kind === 'files' && later !== null
  const room = batch.atOnce - batch.active.length
  const last = Math.min(batch.released, batch.total)
  const ready = batch.deferred.find(({ until }) => until <= now)
  const number = ready?.number ?? (batch.next <= last ? batch.next : null)
  if (room > 0 && number !== null && !isBlocked) {
    const capUsd = shareOf(batch, Math.min(room, jobsLeft(batch)))
    if (capUsd !== 'spent') return { kind: 'start', number, deferred: ready !== undefined, capUsd }
    if (batch.active.length === 0) return { kind: 'wait', reason: limitReached(batch) }
  }
  if (later !== null) return { kind: 'later', at: later }
  if (batch.active.length > 0) return { kind: 'nothing' }
  return batch.released < batch.total ? { kind: 'wait', reason: PILOT_ENDED } : { kind: 'complete' }
}

const limitReached = ({ limitUsd, spentUsd }: BatchRecord): string =>
  `the jobs have cost ${spentUsd.toFixed(2)} of ${limitUsd} US dollars: continue the batch with a higher \`limitUsd\`, or cancel it`

/** The most jobs that this round may still begin, those after the pilot included. */
const jobsLeft = ({ total, next, deferred }: BatchRecord): number =>
  Math.max(0, total - next + 1) + deferred.length

/**
 * What the run of one more job may cost: an equal part of what is neither spent nor promised to an active job, for each
 * of the jobs that could begin now. So all runs together stay within the limit, and no place stays empty. `null`: there is
 * no limit.
 */
function shareOf({ limitUsd, spentUsd, active }: BatchRecord, jobs: number): number | null | 'spent' {
  if (limitUsd === null) return null
  const promised = active.reduce((sum, { capUsd = 0 }) => sum + capUsd, 0)
  const leftUsd = limitUsd - spentUsd - promised
  const cap = roundMicro(Math.max(leftUsd / jobs, SMALLEST_SHARE_USD))
  return cap > leftUsd + 1e-6 ? 'spent' : cap
}

/** Whether this round creates the job, or retries it. */
export const isToBegin = ({ round }: Pick<BatchRecord, 'round'>, unit: BatchUnit): boolean =>
  unit.state === 'pending' || (unit.state === 'failed' && unit.round < round)

export interface Changed {
  readonly batch: BatchRecord
  readonly unit: BatchUnit
}

/** The job was created, or retried. */
export function begin(
  batch: BatchRecord,
  unit: BatchUnit,
  { job, capUsd }: Pick<ActiveJob, 'job' | 'capUsd'>,
): Changed {
  const { number, project } = unit
  const active = { number, project, job, ...(capUsd !== undefined && { capUsd }) }
  return {
    batch: {
      ...passed(batch, number),
      reason: null,
      active: [...batch.active.filter((one) => one.number !== number), active],
      ...without(batch, unit),
    },
    unit: { ...unit, state: 'active', round: batch.round, job, reason: null, message: null },
  }
}

/** The job cannot be created or retried. */
export const refuse = (batch: BatchRecord, unit: BatchUnit, reason: string): Changed => ({
  batch: { ...passed(batch, unit.number), failed: without(batch, unit).failed + 1 },
  unit: { ...unit, state: 'failed', round: batch.round, reason, message: null },
})

/** The project admits no work until then. */
export const defer = (batch: BatchRecord, number: number, until: number, reason: string): BatchRecord => ({
  ...passed(batch, number),
  deferred: [...batch.deferred.filter((one) => one.number !== number), { number, until }],
  reason,
})

/** The result of a run: the current job, and the cost of the run. */
export interface EndedRun {
  readonly state: 'active' | 'completed' | 'failed'
  readonly reason: string | null
  readonly message: string | null
  readonly prLink: string | null
  readonly costUsd: number
  /** Paths that the run changed, if it succeeded; `null`: unknown. */
  readonly changed: readonly string[] | null
}

/** A run of a job has ended. People may continue a job long after its batch has ended. */
export function recordEnd(
  batch: BatchRecord,
  unit: BatchUnit,
  { costUsd, changed, ...ended }: EndedRun,
): Changed {
  const others = without(batch, unit)
  const isCounted = batch.active.some(({ number }) => number === unit.number)
  // Work that people continue after the job was counted is counted when it ends.
  const { state, reason, message = null } = unit
  const now = ended.state === 'active' && !isCounted ? { ...ended, state, reason, message } : ended
  const unchanged = unchangedAfter(unit, changed)
  const left = (batch.unchanged ?? 0) - (unit.unchanged?.length ?? 0) + (unchanged?.length ?? 0)
  return {
    batch: {
      ...batch,
      spentUsd: roundMicro(batch.spentUsd + costUsd),
      active:
        now.state === 'active' ? batch.active : batch.active.filter(({ number }) => number !== unit.number),
      completed: others.completed + (now.state === 'completed' ? 1 : 0),
      failed: others.failed + (now.state === 'failed' ? 1 : 0),
      ...((left > 0 || batch.unchanged !== undefined) && { unchanged: left }),
    },
    unit: {
      ...unit,
      ...now,
      costUsd: roundMicro(unit.costUsd + costUsd),
      ...(unchanged !== undefined && { unchanged }),
    },
  }
}

/** A follow-up may change what the runs before it left as it was. */
function unchangedAfter({ files, unchanged }: BatchUnit, changed: EndedRun['changed']): string[] | undefined {
  if (changed === null || files === null) return unchanged
  return (unchanged ?? files).filter((path) => !changed.includes(path))
}

/** Everything that failed begins again. */
export const beginRound = (batch: BatchRecord): BatchRecord => ({
  ...batch,
  status: 'running',
  reason: null,
  endedAt: null,
  round: batch.round + 1,
  next: 1,
  deferred: [],
})

/** The pilot has ended, whatever became of its jobs. A pilot that reached the limit has not. */
export const isPilotOver = ({ active, deferred, next, released }: BatchRecord): boolean =>
  active.length === 0 && deferred.length === 0 && next > released

/** What a batch that waits for somebody needs; `null`: it does not wait. */
export const waitsFor = (batch: BatchRecord): 'confirmation' | 'limit' | null => {
  if (batch.status !== 'waiting') return null
  return isPilotOver(batch) ? 'confirmation' : 'limit'
}

/** Names what a batch waits for: another one after a retry, and for each limit; `null`: it does not wait. */
export const waitIdOf = (batch: BatchRecord): string | null => {
  const kind = waitsFor(batch)
  return kind === null ? null : [kind, batch.round, batch.released, batch.limitUsd ?? 'unlimited'].join('-')
}

/** The round does not look at this number again. */
const passed = (batch: BatchRecord, number: number): BatchRecord => ({
  ...batch,
  next: batch.next === number ? number + 1 : batch.next,
  deferred: batch.deferred.filter((one) => one.number !== number),
})

/** The counts without this job. */
const without = (
  { completed, failed }: BatchRecord,
  { state }: BatchUnit,
): Pick<BatchRecord, 'completed' | 'failed'> => ({
  completed: completed - (state === 'completed' ? 1 : 0),
  failed: failed - (state === 'failed' ? 1 : 0),
})
