import type { RunState } from '../../../src/contract/run.ts'

/** How far a run has come; it never goes back. */
export const RANK: Record<RunState, number> = {
  queued: 0,
  dispatching: 1,
  dispatched: 2,
  running: 3,
  publishing: 4,
  delivered: 5,
  succeeded: 6,
  failed: 6,
  cancelled: 6,
}
