import { JobStatus } from '../../contract/job.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'

const PAGE = 200

/**
 * Makes the server check again everything that GitHub shows of the jobs of a project. The project became public, and what
 * its members could read may have to be hidden now.
 */
export async function showAgain(
  { store, now }: { readonly store: Store; readonly now: () => number },
  project: string,
): Promise<void> {
  for (const status of JobStatus.options) {
    const prefix = keySpace.byTimeOf(project, status)
    for (let after: string | null = null; ; ) {
      const entries = await store.list({ prefix, limit: PAGE, ...(after !== null && { after }) })
      const jobs = entries.map(({ key }) => keySpace.jobOfPlace(key.slice(prefix.length)))
      const shown = await store.getMany(jobs.map(keySpace.shown))
      const due = jobs.filter((_, i) => shown[i] !== undefined)
      const set = due.map((job) => ({ key: keySpace.feedbackJob({ project, job }, now()), value: '' }))
      if (set.length > 0) await store.commit({ set })
      after = entries.at(-1)?.key ?? null
      if (entries.length < PAGE) break
    }
  }
}
