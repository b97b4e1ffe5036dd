import { z } from 'zod'
import { AgentEvent, RecordedEvent } from '../../contract/events.ts'
import { JobStatus } from '../../contract/job.ts'
import type { EventId, JobKey } from '../domain/run-id.ts'
import { count } from '../store/keys.ts'
import type { Entry, Store } from '../store/store.ts'
import { readView } from './job-commit.ts'
import { jobKeys, loadJob } from './job-record.ts'
import { areTextsDeleted } from './run-history.ts'

export const eventKeys = {
  /** A batch of events, immutable, named for its first event. */
  batch: (job: string, run: number, seq: number) => `ev/${job}/${count(run)}-${count(seq)}`,
  of: (job: string) => `ev/${job}/` as const,
}

/** The run of an `ev/` key. */
export const runOfEvents = (key: string): number => Number(/^ev\/[^/]+\/(\d+)-/.exec(key)?.[1])

export interface KeptEvent extends RecordedEvent {
  readonly run: number
}

/** Events that came together. Its place is its key: later batches have greater ones. */
interface EventBatch {
  readonly place: string
  readonly events: readonly KeptEvent[]
}

/** What is new about a job after a place in its events. */
export interface Progress {
  /** The body of the response to get. */
  readonly job: string
  /** The record of the job, of the same moment. `undefined`: none, which a request for the job reports. */
  readonly record: string | undefined
  /** The job has ended: no event follows these batches unless the job gets new work. */
  readonly isOver: boolean
  readonly batches: readonly EventBatch[]
  /** The place after which these batches were read. */
  readonly start: string
  /** There are further batches to read now. */
  readonly more: boolean
}

const PAGE = 8
/** A page ends with the batch that goes beyond this; a batch may be half a megabyte. */
const PAGE_LENGTH = 256 * 1024
/** Most events of one batch, see the contract's `EventsRequest`. */
const MAX_PER_BATCH = 500

const KNOWN_TYPES = new Set<unknown>(AgentEvent.options.map((option) => option.shape.type.value))
const Batch = z.array(z.looseObject({ event: z.looseObject({ type: z.string() }) }))
const Status = z.object({ status: JobStatus })

/** The next page after `place`, `''` for the first. `null`: there is no such job. */
export async function readProgress(store: Store, key: JobKey, place: string): Promise<Progress | null> {
  // The job is read before its events: they end before it does, so none is missed at the end.
  const [view, record] = await store.getMany([jobKeys.view(key), jobKeys.record(key)])
  if (view === undefined) return null
  const { body } = readView(view)
  const page = await readPage(store, key.job, place)
  const isOver = !page.more && hasEnded(body)
  return { job: body, record, isOver, start: place, ...page }
}

/** Whether the job is there and no run of it is active. */
export async function isJobOver(store: Store, key: JobKey): Promise<boolean> {
  const view = await store.get(jobKeys.view(key))
  return view !== undefined && hasEnded(readView(view).body)
}

const hasEnded = (job: string): boolean => Status.parse(JSON.parse(job)).status !== 'active'

/** As `readProgress`, from the events after one of them. `gone`: that event was deleted; `unknown`: it never existed. */
export async function progressAfter(
  store: Store,
  key: JobKey,
  id: EventId,
): Promise<Progress | null | 'gone' | 'unknown'> {
  const rest = await restAfter(store, key.job, id)
  if (rest === null) return whyNoEvent(store, key, id)
  const progress = await readProgress(store, key, rest.place)
  if (progress === null) return null
  return { ...progress, start: rest.start, batches: [rest, ...progress.batches] }
}

async function whyNoEvent(store: Store, key: JobKey, { run }: EventId): Promise<null | 'gone' | 'unknown'> {
  const found = await loadJob(store, key)
  if (found === null) return null
  const isDeleted = run <= found.job.run.number && (await areTextsDeleted(store, found.job, run))
  return isDeleted ? 'gone' : 'unknown'
}

/** The batch that contains this event, without the events up to it. */
async function restAfter(
  store: Store,
  job: string,
  id: EventId,
): Promise<(EventBatch & { readonly start: string }) | null> {
  const own = eventKeys.batch(job, id.run, id.seq)
  // A batch is named for its first event, so the one that contains this event starts at most a batch's length before it.
  let place = eventKeys.batch(job, id.run, Math.max(0, id.seq - MAX_PER_BATCH))
  for (;;) {
    const { batches, more } = await readPage(store, job, place)
    for (const batch of batches) {
      const at = batch.events.findIndex((event) => event.run === id.run && event.seq === id.seq)
      if (at >= 0) return { place: batch.place, start: place, events: batch.events.slice(at + 1) }
      place = batch.place
    }
    if (!more || place > own) return null
  }
}

async function readPage(
  store: Store,
  job: string,
  place: string,
): Promise<{ batches: EventBatch[]; more: boolean }> {
  const entries = await store.list({ prefix: eventKeys.of(job), after: place, limit: PAGE })
  const batches: EventBatch[] = []
  let length = 0
  for (const entry of entries) {
    if (length > PAGE_LENGTH) break
    length += entry.value.length
    batches.push(toBatch(entry))
  }
  return { batches, more: batches.length < entries.length || entries.length === PAGE }
}

export function toBatch({ key, value }: Entry): EventBatch {
  const run = runOfEvents(key)
  // A newer server may have stored events of types that this one does not know.
  const known = Batch.parse(JSON.parse(value)).filter(({ event }) => KNOWN_TYPES.has(event.type))
  return { place: key, events: known.map((event) => ({ run, ...RecordedEvent.parse(event) })) }
}

const RUN_PAGE = 20

/** The stored events of one run, oldest first: about a megabyte at most. */
export async function* readRunEvents(
  store: Store,
  job: string,
  run: number,
): AsyncGenerator<readonly RecordedEvent[]> {
  let after = eventKeys.batch(job, run, 0)
  for (;;) {
    const entries = await store.list({ prefix: eventKeys.of(job), after, limit: RUN_PAGE })
    const own = entries.filter(({ key }) => runOfEvents(key) === run)
    yield own.flatMap((entry) => toBatch(entry).events)
    if (own.length < RUN_PAGE) return
    after = own.at(-1)?.key ?? after
  }
}

/** The same as one list, oldest first: at most 2,000 events. */
export async function listRunEvents(store: Store, { job }: JobKey, run: number): Promise<KeptEvent[]> {
  const events: KeptEvent[] = []
  for await (const batch of readRunEvents(store, job, run))
    events.push(...batch.map((event) => ({ run, ...event })))
  return events
}
