import { z } from 'zod'
import type { RecordedEvent } from '../../../contract/events.ts'
import type { EventsAnswer, EventsRequest } from '../../../contract/runner-protocol.ts'
import type { Job } from '../../domain/job.ts'
import { parseRunId, type RunKey } from '../../domain/run-id.ts'
import { isEnded } from '../../domain/run-state-machine.ts'
import { addSpending } from '../../records/daily-budget.ts'
import { readPrompts } from '../../records/run-history.ts'
import { advanceJob, type JobStore, loadJob, merge } from '../../records/update-job.ts'
import { commitWithRetry } from '../../store/commit-with-retry.ts'
import { keySpace } from '../../store/key-space.ts'
import type { Store } from '../../store/store.ts'
import { isSecretOf, type RunnerRefusal, refuse } from './claim-run.ts'

/** Caps of a run's record of events: past them events are taken but not kept. */
export const MOST_EVENTS = 2_000
export const MOST_BYTES = 1_000_000
/** A heartbeat without news is written at most this often. */
const HEARTBEAT_EVERY_MS = 30_000
/** Heartbeats outlive the longest run GitHub allows by far. */
const HEARTBEAT_KEPT_MS = 40 * 24 * 3600 * 1000

/** `seen/<run>`: when the runner was last heard, how much of its events is kept, and what of its cost is counted. */
const Heartbeat = z.object({ at: z.int(), seq: z.int(), bytes: z.int(), costUsd: z.number() })
type Heartbeat = z.infer<typeof Heartbeat>

/** The run a secret belongs to, or why it is not served. An ended run is found too. */
export async function runOfSecret(
  deps: JobStore,
  run: string,
  secret: string,
): Promise<{ kind: 'found'; key: RunKey; job: Job; ended: boolean } | RunnerRefusal> {
  const key = parseRunId(run)
  const found = key && (await loadJob(deps.store, key))
  if (key === null || found === null) return refuse(404, `there is no run ${run}`)
  const { job } = found
  if (job.run.number !== key.run) return refuse(410, `run ${run} has ended`)
  if (!isSecretOf(job.run, secret))
    return refuse(403, `this is not the secret of the runner that claimed ${run}`)
  return { kind: 'found', key, job, ended: isEnded(job.run) }
}

/** Takes progress in and hands out what is new: messages of the caller, and whether to stop. Idempotent by `seq`. */
export async function recordEvents(
  deps: JobStore,
  run: string,
  secret: string,
  request: EventsRequest,
): Promise<({ kind: 'recorded' } & EventsAnswer) | RunnerRefusal> {
  const found = await runOfSecret(deps, run, secret)
  if (found.kind === 'refused') return found
  if (found.ended) return { kind: 'recorded', messages: [], stop: true }
  const { key } = found
  if (!(await keepEvents(deps, run, key, request))) return { kind: 'recorded', messages: [], stop: true }
  let { job } = found
  if (request.acknowledged > job.taken) {
    const update = await advanceJob(deps, key, {
      type: 'messages-acknowledged',
      acknowledged: request.acknowledged,
    })
    if (update.kind !== 'absent') job = update.job
  }
  if (job.run.number !== key.run || isEnded(job.run)) return { kind: 'recorded', messages: [], stop: true }
  const messages =
    job.run.state === 'running' ? await readPrompts(deps.store, job.id, job.taken + 1, job.messages) : []
  return { kind: 'recorded', messages, stop: false }
}

/**
 * False: the run has ended. The commit requires the job to be as it was read: a watcher is told of the end of the run
 * once, and no event may follow it.
 */
const keepEvents = (deps: JobStore, run: string, key: RunKey, request: EventsRequest): Promise<boolean> =>
  commitWithRetry(deps.store, `events of run ${run}`, async () => {
    const read = await loadJob(deps.store, key)
    if (read === null || read.job.run.number !== key.run || isEnded(read.job.run)) return { result: false }
    const now = deps.now()
    const { raw, seen } = await readHeartbeat(deps.store, run)
    const next = afterEvents(seen, request.events, now)
    if (next === null) return { result: true }
    const batch = next.batch && {
      key: keySpace.events(key.job, key.run, next.batch.seq),
      value: next.batch.text,
    }
    const spent = await addSpending(deps.store, key.project, next.seen.costUsd - seen.costUsd, now)
    const commit = merge(spent, {
      checks: [
        { key: keySpace.heartbeat(run), value: raw ?? null },
        { key: keySpace.job(key), value: read.raw },
      ],
      set: [
        {
          key: keySpace.heartbeat(run),
          value: JSON.stringify(next.seen),
          expiresAt: now + HEARTBEAT_KEPT_MS,
        },
        ...(batch === null ? [] : [batch]),
      ],
    })
    return { commit, result: true }
  })

export async function readHeartbeat(
  store: Store,
  run: string,
): Promise<{ raw: string | undefined; seen: Heartbeat }> {
  const raw = await store.get(keySpace.heartbeat(run))
  return {
    raw,
    seen: raw === undefined ? { at: 0, seq: 0, bytes: 0, costUsd: 0 } : Heartbeat.parse(JSON.parse(raw)),
  }
}

/** `null`: nothing is worth a write. */
function afterEvents(
  seen: Heartbeat,
  events: readonly RecordedEvent[],
  now: number,
): { seen: Heartbeat; batch: { seq: number; text: string } | null } | null {
  const news = events.filter((event) => event.seq > seen.seq)
  const first = news[0]
  const last = news.at(-1)
  if (first === undefined || last === undefined) {
    return now - seen.at < HEARTBEAT_EVERY_MS ? null : { seen: { ...seen, at: now }, batch: null }
  }
  const text = JSON.stringify(news)
  const heard = { ...seen, at: now, seq: last.seq, costUsd: costAfter(seen.costUsd, news) }
  if (seen.seq >= MOST_EVENTS || seen.bytes + text.length > MOST_BYTES) return { seen: heard, batch: null }
  return { seen: { ...heard, bytes: seen.bytes + text.length }, batch: { seq: first.seq, text } }
}

/** Each step tells the run's sum so far; it never falls. */
const costAfter = (before: number, events: readonly RecordedEvent[]): number =>
  events.reduce((most, { event }) => Math.max(most, event.type === 'step' ? (event.costUsd ?? 0) : 0), before)
