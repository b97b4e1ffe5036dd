import { jitter } from '../domain/backoff.ts'
import type { Job } from '../domain/job.ts'
import type { RunKey } from '../domain/run-id.ts'
import {
  advanceRun,
  type DispatchPlan,
  type RunPosition,
  type Transition,
} from '../domain/run-state-machine.ts'
import { slotEntryOf, slotKeys, waitingEntryOf } from '../job-store/job-commit.ts'
import { loadJob } from '../job-store/job-record.ts'
import { updateJob } from '../job-store/update-job.ts'
import { readHolds } from '../limits/hold.ts'
import { type Check, type Commit, mergeCommits, type Store, type Write } from '../store/store.ts'
import { checkAgainAt, findPacedSlot } from './github-pacing.ts'
import type { RunWork } from './run-work.ts'

/** After this time without a response to the dispatch, the server looks on GitHub for the workflow run. */
const LEASE_MS = 30_000
/** When a run without a slot checks again, unless the end of another run wakes it earlier. */
const WAIT_MS = 30_000
/** When a run that is held checks again. */
const HELD_MS = 60_000
/** Waiting runs of a project beyond this number check again at the same time. */
const MAX_SPREAD = 200

/** Where the run would start. */
interface DispatchPlace {
  readonly installationId: number
  readonly accountId: number
}

const RUN_ADVANCED: Transition = { kind: 'ignored', why: 'the run has advanced' }

/**
 * Whether the run may be dispatched now; otherwise it is rescheduled. Makes no request to GitHub: many runs may wait
 * long.
 */
export async function mayDispatch(
  deps: RunWork,
  key: RunKey,
  expected: RunPosition,
  place: DispatchPlace,
): Promise<boolean> {
  const isExpected = ({ run }: Job) =>
    run.number === key.run && run.state === expected.state && run.attempts === expected.attempts
  const found = await loadJob(deps.store, key)
  if (found === null || !isExpected(found.job)) return false
  const capacity = await findCapacity(deps, found.job, place, deps.now())
  if (capacity.kind === 'free') return true
  await updateJob(deps, key, (job, now) => ({
    transition: isExpected(job) ? postpone(job, capacity.until, now) : RUN_ADVANCED,
    outcome: null,
  }))
  return false
}

/**
 * Takes the attempt for this process, a paced slot of the installation, and for the first attempt a concurrency slot.
 */
export async function leaseDispatch(
  deps: RunWork,
  key: RunKey,
  plan: DispatchPlan,
  place: DispatchPlace,
): Promise<boolean> {
  const update = await updateJob<boolean>(deps, key, async (job, now) => {
    if (job.run.number !== key.run) return { transition: RUN_ADVANCED, outcome: false }
    const transition = advanceRun(job, { type: 'dispatching', plan, dueAt: now + LEASE_MS }, now)
    if (transition.kind === 'ignored') return { transition, outcome: false }
    const capacity = await findCapacity(deps, job, place, now)
    return capacity.kind === 'blocked'
      ? { transition: postpone(job, capacity.until, now), outcome: false }
      : { transition, extraCommit: capacity.commit, outcome: true }
  })
  return update.kind === 'done' && update.outcome
}

const postpone = (job: Job, dueAt: number, now: number): Transition =>
  advanceRun(job, { type: job.run.state === 'queued' ? 'no-slot' : 'rescheduled', dueAt }, now)

/** `commit` takes the capacity. `until`: when a run that is blocked checks again, epoch milliseconds. */
type Capacity =
  | { readonly kind: 'free'; readonly commit: Commit }
  | { readonly kind: 'blocked'; readonly until: number }

/** What a dispatch takes: concurrency and pacing, given that the project and its account are not held. */
async function findCapacity(
  deps: RunWork,
  job: Job,
  { installationId, accountId }: DispatchPlace,
  now: number,
): Promise<Capacity> {
  const { store, runsAtOnce, paces, random } = deps
  const { inForce, checks } = await readHolds(store, { id: job.project, accountId })
  if (inForce !== null) return { kind: 'blocked', until: now + HELD_MS + jitter(random) }
  const slot =
    slotEntryOf(job) === null ? await acquireSlot(store, job.project, runsAtOnce, waitingEntryOf(job)) : {}
  if (slot === null) return { kind: 'blocked', until: now + WAIT_MS }
  const pace = await findPacedSlot(deps, installationId, job.project, 'start')
  if (pace.kind === 'free') return { kind: 'free', commit: mergeCommits({ checks }, slot, pace) }
  const ahead = await countAhead(store, job.project, waitingEntryOf(job), MAX_SPREAD)
  return { kind: 'blocked', until: checkAgainAt(pace, ahead, paces.start, random) }
}

/**
 * Whether a run may take a slot of its project now. Runs that have waited longer go first. `waits` is the key of the
 * run in that queue, `null` if it has not waited yet.
 */
async function hasSlot(
  store: Store,
  project: string,
  runsAtOnce: number,
  waits: string | null,
): Promise<boolean> {
  const held = await store.list({ prefix: slotKeys.heldOf(project), limit: runsAtOnce })
  const free = runsAtOnce - held.length
  if (free <= 0) return false
  const first = await store.list({ prefix: slotKeys.waitingOf(project), limit: free })
  return first.length < free || first.some(({ key }) => key === waits)
}

/** Number of runs of the project that have waited longer, up to `most`. */
export async function countAhead(
  store: Store,
  project: string,
  waits: string | null,
  most: number,
): Promise<number> {
  const queue = await store.list({ prefix: slotKeys.waitingOf(project), limit: most })
  const place = queue.findIndex(({ key }) => key === waits)
  return place === -1 ? queue.length : place
}

/**
 * Takes a slot, if one is free, in the commit that dispatches the run. The run holds it until its end (job-commit.ts).
 * Taking a slot also increments the lock, so that of two processes that see the last free slot, one fails.
 */
export async function acquireSlot(
  store: Store,
  project: string,
  runsAtOnce: number,
  waits: string | null,
): Promise<{ checks: Check[]; set: Write[] } | null> {
  const key = slotKeys.lock(project)
  const raw = await store.get(key)
  if (!(await hasSlot(store, project, runsAtOnce, waits))) return null
  return { checks: [{ key, value: raw ?? null }], set: [{ key, value: String(Number(raw ?? 0) + 1) }] }
}
