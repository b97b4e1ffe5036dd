import { GithubUnavailable } from '../../../github/errors.ts'
import { listJobs } from '../../../jobs/list-jobs.ts'
import { readObstacles } from '../../../limits/hold.ts'
import type { Project } from '../../../projects/project.ts'
import { includesRight, rightIn } from '../../../sessions/access.ts'
import { findProjects } from '../frame/find-projects.ts'
import { firstCheck } from '../frame/github-reads.ts'
import { requireAccount, requireProject } from '../frame/guard.ts'
import type { PageDeps, PageModule } from '../frame/page-module.ts'
import { redirectTo, redirectWithFlash, render } from '../frame/respond.ts'
import { signedInView } from '../frame/view.ts'
import { projectPage } from './project-page.ts'
import { projectsPage, readiness } from './projects-page.ts'

const SHOWN = 100
/** A project that is not ready is checked again when its page is opened. */
const RECHECK_MS = 30_000
/** About as many requests to GitHub does a check take, if the action was seen before. */
const OF_CHECK = 5

export const projectsPages: PageModule = {
  styles: [new URL('projects.css', import.meta.url)],

  routes(app, deps) {
    app.get('/projects', async (c) => {
      const view = signedInView(c)
      const search = c.req.query('q') ?? ''
      const account = requireAccount(c)
      const limits = { search, limit: SHOWN }
      const { projects, total } = await findProjects(deps, view.viewer.access, account.id, limits)
      const checks = await deps.checks.last(projects.map(({ id }) => id))
      const paused = await deps.checks.paused(projects)
      const shown = await Promise.all(
        projects.map(async (project, at) => {
          const check = checks[at] ?? null
          const hasWorked = check === null && (await hasCompleted(deps, project))
          return { project, check, hasWorked, isPaused: paused.has(project.id) }
        }),
      )
      const installUrl = await deps.installUrl()
      return render(deps, c, projectsPage(view, { shown, total, search, installUrl }))
    })

    // GitHub leads people here after an installation. Anybody can make up its id: it only chooses among the accounts that the
    // person has.
    app.get('/installed', async (c) => {
      if (c.req.query('setup_action') === 'request')
        return redirectWithFlash(deps, c, '', {
          tone: 'success',
          text: 'The installation was requested. An owner of the organisation has to approve it on GitHub.',
        })
      const view = signedInView(c)
      const { access } = view.viewer
      const installed = access.accounts.find(
        (one) => String(one.installationId) === c.req.query('installation_id'),
      )
      if (installed !== undefined) c.set('view', { ...view, account: installed })
      const account = requireAccount(c)
      const { projects, total } = await findProjects(deps, access, account.id, {
        wanted: 'admin',
        limit: SHOWN,
      })
      const checks = await deps.checks.last(projects.map(({ id }) => id))
      const unready = projects.filter((_, at) => readiness(checks[at] ?? null) !== 'ready')
      const [only] = total === 1 || unready.length === 1 ? [unready[0] ?? projects[0]] : []
      return redirectTo(c, only === undefined ? '/projects' : `/projects/${only.id}`)
    })

    app.get('/projects/:project', async (c) => {
      const project = await requireProject(deps, c, c.req.param('project'), 'read')
      const view = signedInView(c)
      const [last = null] = await deps.checks.last([project.id])
      const { id: personId } = view.viewer.session.record.person
      // Somebody who has just added the file comes back to this page.
      const isOld =
        last === null || (readiness(last) !== 'ready' && deps.now() - last.checkedAt >= RECHECK_MS)
      const check = (isOld ? await firstCheck(deps, project, { personId, requests: OF_CHECK }) : null) ?? last
      const { hold } = await readObstacles(deps, project)
      const hasWorked = await hasCompleted(deps, project)
      const right = rightIn(view.viewer.access, project)
      const mayCheck = right !== null && includesRight(right, 'write')
      const { settingDefaults: defaults } = deps
      return render(deps, c, projectPage(view, { project, check, hold, hasWorked, mayCheck, defaults }))
    })

    app.post('/projects/:project/check', async (c) => {
      const project = await requireProject(deps, c, c.req.param('project'), 'write')
      const { viewer } = signedInView(c)
      deps.reads.charge(viewer.session.record.person.id, OF_CHECK)
      const page = `/projects/${project.id}`
      try {
        await deps.checks.check(project)
      } catch (error) {
        if (!(error instanceof GithubUnavailable)) throw error
        return redirectWithFlash(deps, c, page, {
          tone: 'danger',
          text: 'GitHub cannot be reached right now. Try again in a few seconds.',
        })
      }
      return redirectWithFlash(deps, c, page, { tone: 'success', text: 'The project was checked.' })
    })
  },
}

/** Only a run whose model answered completes a job. */
async function hasCompleted({ store }: Pick<PageDeps, 'store'>, project: Project): Promise<boolean> {
  const { bodies } = await listJobs(store, project, { status: 'completed', limit: 1, after: null })
  return bodies.length > 0
}
