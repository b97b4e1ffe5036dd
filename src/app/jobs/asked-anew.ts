import { loadProject } from '../projects/load-project.ts'
import type { Store } from '../store/store.ts'
import type { Job } from './job-record.ts'

/** From now on the job is worked at for the account that the project belongs to: only its keys cover the job. */
export async function askedAnew(store: Store, job: Job): Promise<Job> {
  const project = await loadProject(store, job.project)
  return project === null ? job : { ...job, accountId: project.accountId }
}
