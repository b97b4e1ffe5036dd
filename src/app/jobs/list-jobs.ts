import type { JobStatus } from '../../contract/job.ts'
import { keySpace } from '../store/key-space.ts'
import { RecordUnreadable, type Store } from '../store/store.ts'
import { readView } from './job-commit.ts'

export interface JobPage {
  /** Bodies as get answers them, newest first. */
  readonly bodies: readonly string[]
  /** Where the next page starts; `null` on the last. */
  readonly next: string | null
}

/** Entries looked at in one step where not each has the status, and in one request however few have it. */
const STEP = 200
const MOST_SEEN = 5_000

/** Jobs of a project, newest first, of one status or of all. `after` is a place that an earlier page named. */
export async function listJobs(
  store: Store,
  project: string,
  query: { readonly status: JobStatus | null; readonly limit: number; readonly after: string | null },
): Promise<JobPage> {
  const prefix = keySpace.byTimeOf(project)
  const found: string[] = []
  let after = query.after
  // One more than fits tells whether there is another page.
  const step = query.status === null ? query.limit + 1 : STEP
  for (let seen = 0; seen < MOST_SEEN; seen += step) {
    const entries = await store.list({
      prefix,
      limit: step,
      ...(after !== null && { after: prefix + after }),
    })
    const isEnd = entries.length < step
    for (const [i, { key, value }] of entries.entries()) {
      after = key.slice(prefix.length)
      if (query.status === null || value === query.status) found.push(after)
      if (found.length < query.limit) continue
      return page(store, project, found, isEnd && i === entries.length - 1 ? null : after)
    }
    if (isEnd) return page(store, project, found, null)
  }
  return page(store, project, found, after)
}

async function page(
  store: Store,
  project: string,
  places: readonly string[],
  next: string | null,
): Promise<JobPage> {
  const keys = places.map((place) => keySpace.view({ project, job: place.slice(place.indexOf('/') + 1) }))
  const views = await store.getMany(keys)
  return { bodies: views.flatMap(bodyOf), next }
}

/** One that is damaged says so where it is asked for itself; the others are listed. */
function bodyOf(view: string | undefined): string[] {
  try {
    return view === undefined ? [] : [readView(view).body]
  } catch (error) {
    if (error instanceof RecordUnreadable) return []
    throw error
  }
}
