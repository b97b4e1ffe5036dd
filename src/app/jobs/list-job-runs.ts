import type { RunView } from '../../contract/run.ts'
import type { JobKey } from '../domain/run-id.ts'
import { readHolds } from '../limits/hold.ts'
import { listRuns } from '../records/run-history.ts'
import { loadJob } from '../records/update-job.ts'
import type { Store } from '../store/store.ts'

/** The runs of a job, oldest first. A run that waits because its project is paused says so. `null`: there is no such job. */
export async function listJobRuns(store: Store, key: JobKey, accountId: number): Promise<RunView[] | null> {
  const found = await loadJob(store, key)
  if (found === null) return null
  const { job } = found
  const [runs, paused] = await Promise.all([
    listRuns(store, job),
    job.run.state === 'queued' ? findPause(store, { id: key.project, accountId }) : undefined,
  ])
  return paused === undefined
    ? runs
    : runs.map((run) => (run.number === job.run.number ? { ...run, paused } : run))
}

async function findPause(
  store: Store,
  project: { readonly id: string; readonly accountId: number },
): Promise<RunView['paused']> {
  const { inForce } = await readHolds(store, project)
  if (inForce === null) return undefined
  const { scope, hold } = inForce
  return { scope, since: new Date(hold.heldAt).toISOString(), by: hold.by, reason: hold.why }
}
