import type { Context } from 'hono'
import type { JobKey } from '../../../domain/run-id.ts'
import type { Project } from '../../../projects/project.ts'
import { isJobId } from '../../auth/caller-access.ts'
import { PageError } from '../frame/page-error.ts'
import type { DashboardEnv } from '../frame/view.ts'

export const noSuchJob = (): PageError => new PageError(404, 'There is no such job in this project.')

/** An id of the wrong form is treated as one that does not exist. */
export function jobKeyOf(c: Context<DashboardEnv>, project: Pick<Project, 'id'>): JobKey {
  const job = c.req.param('id') ?? ''
  if (!isJobId(job)) throw noSuchJob()
  return { project: project.id, job }
}
