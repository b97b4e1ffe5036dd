import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { hasPairs, JobStatus, Metadata } from '../../contract/job.ts'
import type { ListedJob } from '../../contract/list-responses.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import type { JobPage } from './list-jobs.ts'

/** What a job must be to be listed; `null`: anything. */
export interface JobFilter {
  readonly status: JobStatus | null
  readonly origin: ListedJob['createdBy']['kind'] | null
  /** Login of the person who created it. */
  readonly person: string | null
  readonly model: string | null
  /** A part of the title. */
  readonly text: string | null
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
  batchId: z.string().optional(),
})
type Indexed = z.infer<typeof Indexed>

/** Entries looked at in one turn of the event loop, and in one request however few of them are wanted. */
const STEP = 200
const MAX_SEEN = 2_000

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
  const prefix = keySpace.accountJobsOf(accountId)
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
      if (since !== null && next > keySpace.placeAfter(since)) return { bodies, next: null }
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
  const start = until === null ? null : keySpace.placeAfter(until)
  return start === null || (after !== null && after > start) ? after : start
}

/** `filter.text` is folded already. */
function matches(
  { status, model, title, createdBy, metadata, batchId }: Indexed,
  filter: JobFilter,
): boolean {
  const { kind, name } = createdBy
  return (
    isOrAny(status, filter.status) &&
    isOrAny(model, filter.model) &&
    isOrAny(kind, filter.origin) &&
    (filter.person === null || (kind === 'person' && isSame(name, filter.person))) &&
    (filter.text === null || (title !== null && fold(title).includes(filter.text))) &&
    (filter.batch === undefined || batchId === filter.batch) &&
    (filter.metadata === undefined || hasPairs(metadata, filter.metadata))
  )
}

const isOrAny = (value: string, wanted: string | null): boolean => wanted === null || value === wanted
const fold = (text: string): string => text.normalize('NFKC').toLowerCase()
/** GitHub compares logins without their case. */
const isSame = (login: string, other: string): boolean => login.toLowerCase() === other.toLowerCase()
