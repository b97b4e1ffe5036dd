import type { Context } from 'hono'
import { rightIn } from '../../../sessions/access.ts'
import { requireAccount } from '../frame/guard.ts'
import type { PageModule } from '../frame/page-module.ts'
import { render } from '../frame/respond.ts'
import { type DashboardEnv, signedInView } from '../frame/view.ts'
import { findProjects, hasRightAnywhere } from '../lookup/find-projects.ts'
import { MOST_OFFERED } from '../lookup/project-field.ts'
import { bulkForm } from './bulk-form.ts'
import { jobsPage } from './draw-jobs.ts'
import { projectOf, readFilter, readPlace } from './job-filter.ts'
import type { JobsPagesDeps } from './jobs-deps.ts'
import { newJobForm } from './new-job.ts'
import { readJobRows } from './read-jobs-page.ts'

const PER_PAGE = 25

/** The list of jobs, what is done with several of them, and the form for a new one. */
export const jobsPages: PageModule<JobsPagesDeps> = {
  routes(app, deps) {
    app.get('/jobs', (c) => listPage(deps, c))
    bulkForm(app, deps)
    newJobForm(app, deps)
  },
  styles: [new URL('jobs.css', import.meta.url)],
}

async function listPage(deps: JobsPagesDeps, c: Context<DashboardEnv>): Promise<Response> {
  const account = requireAccount(c)
  const view = signedInView(c)
  const { access } = view.viewer
  const choice = readFilter((name) => c.req.query(name), projectOf(access, account.id))
  const after = readPlace(c.req.query('cursor'))
  const [found, projects, project] = await Promise.all([
    readJobRows(deps, { access, accountId: account.id }, choice, { limit: PER_PAGE, after }),
    findProjects(deps, access, account.id, { limit: MOST_OFFERED }),
    choice.project === '' ? null : deps.projects.load(choice.project),
  ])
  // Anybody can make up an address with the id of a project.
  const seen = project !== null && rightIn(access, project) !== null ? project : null
  const canWrite = hasRightAnywhere(access, account.id, 'write')
  const isCut = found.next !== null && found.rows.length < PER_PAGE
  return render(
    deps,
    c,
    jobsPage(view, { ...found, choice, projects, project: seen, canWrite, isCut, isFirst: after === null }),
  )
}
