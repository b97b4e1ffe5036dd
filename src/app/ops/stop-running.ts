import type { Actor } from '../audit/actor.ts'
import { cancelJob } from '../jobs/cancel-job.ts'
import type { JobStore } from '../records/update-job.ts'
import { loadJob } from '../records/update-job.ts'
import { keySpace } from '../store/key-space.ts'

const PAGE = 500

/**
 * Cancels every run of the project that has been dispatched; queued runs stay queued. Returns the ids of their jobs. The
 * server ends the workflow runs.
 */
export async function stopRunning(deps: JobStore, project: string, by: Actor): Promise<string[]> {
  const stopped: string[] = []
  const prefix = keySpace.byTimeOf(project, 'active')
  for (let after: string | undefined; ; ) {
    const page = await deps.store.list({ prefix, limit: PAGE, ...(after === undefined ? {} : { after }) })
    for (const { key } of page) {
      const job = keySpace.jobOfPlace(key.slice(prefix.length))
      const found = await loadJob(deps.store, { project, job })
      if (found === null || found.job.run.state === 'queued') continue
      await cancelJob(deps, { project, job }, by)
      stopped.push(job)
    }
    after = page.at(-1)?.key
    if (page.length < PAGE || after === undefined) return stopped
  }
}
