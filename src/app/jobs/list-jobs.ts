import { JobStatus } from '../../contract/job.ts'
import { readView } from '../records/job-commit.ts'
import { keySpace } from '../store/key-space.ts'
import { RecordUnreadable, type Store } from '../store/store.ts'

export interface JobPage {
  /** Bodies as get answers them, newest first. */
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
export async function listJobs(store: Store, project: string, query: JobQuery): Promise<JobPage> {
  const statuses = query.status === null ? JobStatus.options : [query.status]
  // One more than fits shows whether there is another page. All statuses are read from one state of the store.
  const range = { limit: query.limit + 1, after: query.after }
  const ranges = await Promise.all(statuses.map((status) => listPlaces(store, project, status, range)))
  // Times are first in a place, so that places of all statuses have one order.
  const places = [...new Set(ranges.flat())].toSorted()
  const shown = places.slice(0, query.limit)
  const views = await store.getMany(shown.map((place) => keySpace.view({ project, job: jobIn(place) })))
  return { bodies: views.flatMap(bodyOf), next: places.length > query.limit ? (shown.at(-1) ?? null) : null }
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

const jobIn = (place: string): string => place.slice(place.indexOf('/') + 1)

/** A damaged record is omitted here; a request for the job itself reports it. */
function bodyOf(view: string | undefined): string[] {
  try {
    return view === undefined ? [] : [readView(view).body]
  } catch (error) {
    if (error instanceof RecordUnreadable) return []
    throw error
  }
}
