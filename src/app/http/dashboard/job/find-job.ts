import type { Context } from 'hono'
import type { Job } from '../../../domain/job.ts'
import type { Project } from '../../../projects/project.ts'
import { includesRight, rightIn } from '../../../sessions/access.ts'
import { requireProject } from '../frame/guard.ts'
import { PageError } from '../frame/page-error.ts'
import { type DashboardEnv, signedInView } from '../frame/view.ts'
import type { JobDeps } from './job-deps.ts'
import { jobKeyOf, noSuchJob } from './job-key.ts'
import { type JobPage, readJobPage } from './read-job-page.ts'

type Ctx = Context<DashboardEnv>

/** The job, if the person may see its repository. */
export async function readable(
  deps: JobDeps,
  c: Ctx,
): Promise<{ readonly project: Project; readonly job: Job }> {
  const project = await requireProject(deps, c, c.req.param('project') ?? '', 'read')
  const job = await deps.jobs.load(jobKeyOf(c, project))
  if (job === null) throw noSuchJob()
  return { project, job }
}

/** Its page. `run`: number of the run to show; `null`: the current one. */
export async function jobPage(deps: JobDeps, c: Ctx, run: number | null): Promise<JobPage> {
  const { project, job } = await readable(deps, c)
  const right = rightIn(signedInView(c).viewer.access, project)
  const canWrite = right !== null && includesRight(right, 'write')
  const isWhole = c.req.query('all') !== undefined
  const page = await readJobPage(deps, job, { project, canWrite, isWhole }, run)
  if (page === undefined) throw new PageError(404, `This job has no run ${String(run)}.`)
  return page
}
