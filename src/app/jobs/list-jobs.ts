import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { hasPairs, JobStatus, Metadata } from '../../contract/job.ts'
import type { ListedJob } from '../../contract/list-responses.ts'
import type { Job } from '../domain/job.ts'
import type { JobKey } from '../domain/run-id.ts'
import { jobListKeys, listedJob } from '../job-store/job-commit.ts'
import { jobKeys, parseJob } from '../job-store/job-record.ts'
import type { Project } from '../projects/project.ts'
import { idOfPlace, listPlaceAfter } from '../store/keys.ts'
import { RecordUnreadable, type Store } from '../store/store.ts'

export interface JobPage {
  /** Entries as the list returns them, newest first. */
  readonly bodies: readonly string[]
  /** Where the next page starts; `null` on the last. */
  readonly next: string | null
}

export interface JobQuery {
  readonly status: JobStatus | null
  /** Pairs that the jobs have; absent: any. */
  readonly metadata?: Metadata | undefined
  readonly limit: number
  readonly after: string | null
}

/** Entries looked at in one turn of the event loop, and in one request however few of them are wanted. */
const STEP = 200
const MAX_SEEN = 2_000

/**
 * Jobs of a project, newest first, of one status or of all. `after` is a place that an earlier page named. With
 * `metadata`, a page may hold few jobs or none and not be the last.
 */
export async function listJobs(
  store: Store,
  project: Pick<Project, 'id' | 'accountId'>,
  { metadata, limit, after, status }: JobQuery,
): Promise<JobPage> {
  if (metadata === undefined) {
    const { found, next } = await readPage(store, project, { status, limit, after })
    return { bodies: found.map(({ body }) => body), next }
  }
  const bodies: string[] = []
  let place = after
  for (let seen = 0; seen < MAX_SEEN; seen += STEP) {
    const page = await readPage(store, project, { status, limit: STEP, after: place })
    for (const { body, place: own } of page.found) {
      if (hasPairs(Listed.parse(JSON.parse(body)).metadata, metadata)) {
        // One more than fits: only then is there another page.
        if (bodies.length === limit) return { bodies, next: place }
        bodies.push(body)
      }
      place = own
    }
    if (page.next === null) return { bodies, next: null }
    place = page.next
    // A store that answers without a wait would let no other request run meanwhile.
    await nextTurn()
  }
  return { bodies, next: place }
}

const Listed = z.object({ metadata: Metadata.optional() })

async function readPage(
  store: Store,
  project: Pick<Project, 'id' | 'accountId'>,
  query: Omit<JobQuery, 'metadata'>,
): Promise<{ readonly found: readonly PlacedBody[]; readonly next: string | null }> {
  const statuses = query.status === null ? JobStatus.options : [query.status]
  // One more than fits shows whether there is another page. All statuses are read from one state of the store.
  const range = { limit: query.limit + 1, after: query.after }
  const ranges = await Promise.all(statuses.map((status) => listPlaces(store, project.id, status, range)))
  // Times are first in a place, so that places of all statuses have one order.
  const places = [...new Set(ranges.flat())].toSorted()
  const shown = places.slice(0, query.limit)
  const found = await readBodies(store, project, shown)
  return { found, next: places.length > query.limit ? (shown.at(-1) ?? null) : null }
}

interface PlacedBody {
  readonly place: string
  readonly body: string
}

/** Where jobs of one status stand: `<inverse time>/<id>`. */
async function listPlaces(
  store: Store,
  project: string,
  status: JobStatus,
  { limit, after }: { readonly limit: number; readonly after: string | null },
): Promise<string[]> {
  const prefix = jobListKeys.of(project, status)
  const entries = await store.list({ prefix, limit, ...(after !== null && { after: prefix + after }) })
  return entries.map(({ key }) => key.slice(prefix.length))
}

/** From the index of the account. A job whose last request came before a transfer from another account is not in it. */
async function readBodies(
  store: Store,
  { id: project, accountId }: Pick<Project, 'id' | 'accountId'>,
  places: readonly string[],
): Promise<PlacedBody[]> {
  const indexed = await store.getMany(places.map((place) => jobListKeys.ofAccount(accountId, place)))
  const others = places.filter((_, i) => indexed[i] === undefined).map(idOfPlace)
  const jobs = await loadJobs(
    store,
    others.map((job) => ({ project, job })),
  )
  const loaded = new Map(others.map((id, i) => [id, jobs[i]]))
  return places.flatMap((place, i) => {
    const job = loaded.get(idOfPlace(place))
    const body = indexed[i] ?? (job && listedJob(job))
    return body === undefined || body === null ? [] : [{ place, body }]
  })
}

/** What a job must be to be listed; `null`: anything. */
interface JobFilter {
  readonly status: JobStatus | null
  readonly origin: ListedJob['createdBy']['kind'] | null
  /** Login of the person who created it. */
  readonly person: string | null
  readonly model: string | null
  /** A part of the title. */
  readonly text: string | null
  /** Code of the reason with which its last run ended; absent: any, or none. */
  readonly reason?: string | undefined
  /** The batch that created it; absent: any, or none. */
  readonly batch?: string | undefined
  /** Pairs that it has; absent: any. */
  readonly metadata?: Metadata | undefined
}

export interface AccountJobQuery {
  readonly filter: JobFilter
  /** Created from the first to before the second, epoch milliseconds. */
  readonly since: number | null
  readonly until: number | null
  readonly limit: number
  readonly after: string | null
}

/** What filters look at. */
const Indexed = z.object({
  projectId: z.string(),
  status: JobStatus,
  model: z.string(),
  title: z.string().nullable(),
  createdBy: z.object({ kind: z.string(), name: z.string() }),
  metadata: Metadata.optional(),
  reason: z.string().nullable().optional(),
  batchId: z.string().optional(),
})
type Indexed = z.infer<typeof Indexed>

/**
 * Jobs of an account, newest first, in the projects that `covers` accepts. The index holds the entries as they are sent,
 * so that no job is read. A page may hold few jobs or none and not be the last.
 */
export async function listAccountJobs(
  store: Store,
  accountId: number,
  covers: (project: string) => Promise<boolean>,
  { filter, since, until, limit, after }: AccountJobQuery,
): Promise<JobPage> {
  const prefix = jobListKeys.allOf(accountId)
  const folded = { ...filter, text: filter.text === null ? null : fold(filter.text) }
  const isListed = async (job: Indexed) => matches(job, folded) && (await covers(job.projectId))
  const isFiltered = Object.values(filter).some((wanted) => wanted !== null && wanted !== undefined)
  const bodies: string[] = []
  let place = startOf(until, after)
  for (let seen = 0; seen < MAX_SEEN; ) {
    const step = Math.min(isFiltered ? STEP : limit + 1, MAX_SEEN - seen)
    const entries = await store.list({
      prefix,
      limit: step,
      ...(place !== null && { after: prefix + place }),
    })
    seen += entries.length
    for (const { key, value } of entries) {
      const next = key.slice(prefix.length)
      if (since !== null && next > listPlaceAfter(since)) return { bodies, next: null }
      if (await isListed(Indexed.parse(JSON.parse(value)))) {
        // One more than fits: only then is there another page.
        if (bodies.length === limit) return { bodies, next: place }
        bodies.push(value)
      }
      place = next
    }
    if (entries.length < step) return { bodies, next: null }
    // A store that answers without a wait would let no other request run meanwhile.
    await nextTurn()
  }
  return { bodies, next: place }
}

/** `null`: the newest job of all. */
function startOf(until: number | null, after: string | null): string | null {
  const start = until === null ? null : listPlaceAfter(until)
  return start === null || (after !== null && after > start) ? after : start
}

/** `filter.text` is folded already. */
function matches(
  { status, model, title, createdBy, metadata, reason, batchId }: Indexed,
  filter: JobFilter,
): boolean {
  const { kind, name } = createdBy
  return (
    isOrAny(status, filter.status) &&
    isOrAny(model, filter.model) &&
    isOrAny(kind, filter.origin) &&
    (filter.person === null || (kind === 'person' && isSame(name, filter.person))) &&
    (filter.text === null || (title !== null && fold(title).includes(filter.text))) &&
    (filter.reason === undefined || reason === filter.reason) &&
    (filter.batch === undefined || batchId === filter.batch) &&
    (filter.metadata === undefined || hasPairs(metadata, filter.metadata))
  )
}

const isOrAny = (value: string, wanted: string | null): boolean => wanted === null || value === wanted
const fold = (text: string): string => text.normalize('NFKC').toLowerCase()
/** GitHub compares logins without their case. */
const isSame = (login: string, other: string): boolean => login.toLowerCase() === other.toLowerCase()

/** These jobs, in this order. `null`: the record is gone or unreadable; a request for the job itself reports that. */
export async function loadJobs(store: Store, keys: readonly JobKey[]): Promise<(Job | null)[]> {
  const records = await store.getMany(keys.map(jobKeys.record))
  return keys.map(({ job }, i) => readableJob(job, records[i]))
}

/** A damaged record is omitted here; a request for the job itself reports it. */
function readableJob(id: string, record: string | undefined): Job | null {
  try {
    return record === undefined ? null : parseJob(id, record)
  } catch (error) {
    if (error instanceof RecordUnreadable) return null
    throw error
  }
}
