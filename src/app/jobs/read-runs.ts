import { z } from 'zod'
import type { RecordedEvent } from '../../contract/events.ts'
import type { RunView } from '../../contract/run.ts'
import type { Job } from '../domain/job.ts'
import { isEnded } from '../domain/run.ts'
import { type JobKey, type RunKey, runId } from '../domain/run-id.ts'
import { loadJob } from '../job-store/job-record.ts'
import { eventKeys, runOfEvents, toBatch } from '../job-store/read-progress.ts'
import { areTextsDeleted, lastRun, listRuns, runKeys } from '../job-store/run-history.ts'
import { readHolds } from '../limits/hold.ts'
import type { Entry, Store } from '../store/store.ts'

/** The runs of a job, oldest first. A run that waits because its project is paused says so. `null`: there is no such job. */
export async function listJobRuns(store: Store, key: JobKey, accountId: number): Promise<RunView[] | null> {
  const found = await loadJob(store, key)
  if (found === null) return null
  const { job } = found
  const [runs, paused] = await Promise.all([listRuns(store, job), findPause(store, job, accountId)])
  return paused === undefined
    ? runs
    : runs.map((run) => (run.number === job.run.number ? { ...run, paused } : run))
}

/** A job with its current or last run. `null`: there is no such job. */
export async function readJobWithRun(
  store: Store,
  key: JobKey,
  accountId: number,
): Promise<{ readonly job: Job; readonly run: RunView } | null> {
  const found = await loadJob(store, key)
  if (found === null) return null
  const { job } = found
  const [run, paused] = await Promise.all([lastRun(store, job), findPause(store, job, accountId)])
  return { job, run: { ...run, ...(paused !== undefined && { paused }) } }
}

async function findPause(store: Store, job: Job, accountId: number): Promise<RunView['paused']> {
  if (job.run.state !== 'queued') return undefined
  const project = { id: job.project, accountId }
  const { inForce } = await readHolds(store, project)
  if (inForce === null) return undefined
  const { scope, hold } = inForce
  return { scope, since: new Date(hold.heldAt).toISOString(), by: hold.by, reason: hold.why }
}

export type FoundPatch =
  /** Latin-1 of its bytes. */
  | { readonly kind: 'found'; readonly patch: string }
  | { readonly kind: 'no-job' }
  | { readonly kind: 'no-run'; readonly runs: number }
  /** `active`: the run may still save one. `deleted`: with the texts of its archived job. `none`: it saved none. */
  | { readonly kind: 'active' | 'deleted' | 'none' }

/** The saved patch of a run, or why there is none. */
export async function findPatch(store: Store, key: JobKey, run: number): Promise<FoundPatch> {
  const found = await loadJob(store, key)
  if (found === null) return { kind: 'no-job' }
  const { job } = found
  if (run < 1 || run > job.run.number) return { kind: 'no-run', runs: job.run.number }
  const patch = await store.get(runKeys.patch(job.id, run))
  if (patch !== undefined) return { kind: 'found', patch }
  if (run === job.run.number && !isEnded(job.run)) return { kind: 'active' }
  return { kind: (await areTextsDeleted(store, job, run)) ? 'deleted' : 'none' }
}

/** Most events of one batch, see the contract's `EventsRequest`. */
const MAX_PER_BATCH = 500
/** Runners report a few events at a time. */
const TAIL = 50

const Heartbeat = z.object({ seq: z.int() })

/** The newest events of these runs, oldest first: some, not all. Read from the end, so that a long run costs no more. */
export async function readNewestEvents(store: Store, runs: readonly RunKey[]): Promise<RecordedEvent[][]> {
  const heartbeats = await store.getMany(runs.map((run) => runKeys.heartbeat(runId(run))))
  return Promise.all(
    runs.map(async (run, at) => {
      const raw = heartbeats[at]
      if (raw === undefined) return []
      const { seq } = Heartbeat.parse(JSON.parse(raw))
      const tail = await eventsFrom(store, run, seq - TAIL)
      // A batch is named for its first event.
      return tail.length > 0 ? tail : eventsFrom(store, run, seq - MAX_PER_BATCH)
    }),
  )
}

/** Those of the last batches after `seq`. */
async function eventsFrom(store: Store, { job, run }: RunKey, seq: number): Promise<RecordedEvent[]> {
  let newest: Entry[] = []
  for (let after = eventKeys.batch(job, run, Math.max(0, seq)); ; ) {
    const entries = await store.list({ prefix: eventKeys.of(job), after, limit: TAIL })
    newest = [...newest, ...entries.filter(({ key }) => runOfEvents(key) === run)].slice(-TAIL)
    const last = entries.at(-1)
    // A large batch may follow hundreds of small ones.
    if (last === undefined || entries.length < TAIL) return newest.flatMap((entry) => toBatch(entry).events)
    after = last.key
  }
}
