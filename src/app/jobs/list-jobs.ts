import { JobStatus } from '../../contract/job.ts'
import type { Project } from '../projects/project.ts'
import { listedJob } from '../records/job-commit.ts'
import { parseJob } from '../records/parse-job.ts'
import { keySpace } from '../store/key-space.ts'
import { RecordUnreadable, type Store } from '../store/store.ts'

export interface JobPage {
  /** Entries as the list returns them, newest first. */
  readonly bodies: readonly string[]
  /** Where the next page starts; `null` on the last. */
  readonly next: string | null
}

export interface JobQuery {
  readonly status: JobStatus | null
  readonly limit: number
  readonly after: string | null
}

/** Jobs of a project, newest first, of one status or of all. `after` is a place that an earlier page named. */
export async function listJobs(
  store: Store,
  project: Pick<Project, 'id' | 'accountId'>,
  query: JobQuery,
): Promise<JobPage> {
  const statuses = query.status === null ? JobStatus.options : [query.status]
  // One more than fits shows whether there is another page. All statuses are read from one state of the store.
  const range = { limit: query.limit + 1, after: query.after }
  const ranges = await Promise.all(statuses.map((status) => listPlaces(store, project.id, status, range)))
  // Times are first in a place, so that places of all statuses have one order.
  const places = [...new Set(ranges.flat())].toSorted()
  const shown = places.slice(0, query.limit)
  const bodies = await readBodies(store, project, shown)
  return { bodies, next: places.length > query.limit ? (shown.at(-1) ?? null) : null }
}

/** Where jobs of one status stand: `<inverse time>/<id>`. */
async function listPlaces(
  store: Store,
  project: string,
  status: JobStatus,
  { limit, after }: { readonly limit: number; readonly after: string | null },
): Promise<string[]> {
  const prefix = keySpace.byTimeOf(project, status)
  const entries = await store.list({ prefix, limit, ...(after !== null && { after: prefix + after }) })
  return entries.map(({ key }) => key.slice(prefix.length))
}

/** From the index of the account. A job that was last asked for under another account, before a transfer, is not there. */
async function readBodies(
  store: Store,
  { id: project, accountId }: Pick<Project, 'id' | 'accountId'>,
  places: readonly string[],
): Promise<string[]> {
  const indexed = await store.getMany(places.map((place) => keySpace.accountJob(accountId, place)))
  const others = places.filter((_, i) => indexed[i] === undefined).map(keySpace.jobOfPlace)
  const records = await store.getMany(others.map((job) => keySpace.job({ project, job })))
  const read = new Map(others.map((job, i) => [job, bodyOf(job, records[i])]))
  return places.flatMap((place, i) => indexed[i] ?? read.get(keySpace.jobOfPlace(place)) ?? [])
}

/** A damaged record is omitted here; a request for the job itself reports it. */
function bodyOf(job: string, record: string | undefined): string | undefined {
  try {
    return record === undefined ? undefined : listedJob(parseJob(job, record))
  } catch (error) {
    if (error instanceof RecordUnreadable) return undefined
    throw error
  }
}
