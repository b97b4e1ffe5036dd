import type { Context } from 'hono'
import type { JobKey } from '../../../domain/run-id.ts'
import type { Project } from '../../../projects/project.ts'
import { isJobId } from '../../auth/caller-access.ts'
import { PageError } from '../frame/page-error.ts'
import { type DashboardEnv, type View, viewOf } from '../frame/view.ts'
import { JOB_WORDS } from './job-words.ts'

export const noSuchJob = (view: Pick<View, 'say'>): PageError =>
  new PageError(404, view.say(JOB_WORDS).noSuchJob)

/** An id of the wrong form is treated as one that does not exist. */
export function jobKeyOf(c: Context<DashboardEnv>, project: Pick<Project, 'id'>): JobKey {
  const job = c.req.param('id') ?? ''
  if (!isJobId(job)) throw noSuchJob(viewOf(c))
  return { project: project.id, job }
}
