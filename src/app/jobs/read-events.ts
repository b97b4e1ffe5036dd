import { z } from 'zod'
import type { RecordedEvent } from '../../contract/events.ts'
import { type JobKey, type RunKey, runId } from '../domain/run-id.ts'
import { type KeptEvent, readRunEvents, toBatch } from '../records/read-progress.ts'
import { keySpace } from '../store/key-space.ts'
import { runOfEvents } from '../store/read-key.ts'
import type { Entry, Store } from '../store/store.ts'

/** Most events of one batch, see the contract's `EventsRequest`. */
const MAX_PER_BATCH = 500
/** Runners report a few events at a time. */
const TAIL = 50

const Heartbeat = z.object({ seq: z.int() })

/** The newest events of these runs, oldest first: some, not all. Read from the end, so that a long run costs no more. */
export async function readNewestEvents(store: Store, runs: readonly RunKey[]): Promise<RecordedEvent[][]> {
  const heartbeats = await store.getMany(runs.map((run) => keySpace.heartbeat(runId(run))))
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
  for (let after = keySpace.events(job, run, Math.max(0, seq)); ; ) {
    const entries = await store.list({ prefix: keySpace.eventsOf(job), after, limit: TAIL })
    newest = [...newest, ...entries.filter(({ key }) => runOfEvents(key) === run)].slice(-TAIL)
    const last = entries.at(-1)
    // A large batch may follow hundreds of small ones.
    if (last === undefined || entries.length < TAIL) return newest.flatMap((entry) => toBatch(entry).events)
    after = last.key
  }
}

/** What the runner of one run has reported, oldest first: at most 2,000 events. */
export async function listRunEvents(store: Store, { job }: JobKey, run: number): Promise<KeptEvent[]> {
  const events: KeptEvent[] = []
  for await (const batch of readRunEvents(store, job, run))
    events.push(...batch.map((event) => ({ run, ...event })))
  return events
}
