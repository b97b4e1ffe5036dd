import { GithubUnavailable } from '../../../github/errors.ts'
import type { Project } from '../../../projects/project.ts'
import { includesRight, rightIn } from '../../../sessions/access.ts'
import { findProjects } from '../frame/find-projects.ts'
import { firstCheck } from '../frame/github-reads.ts'
import { requireAccount, requireProject } from '../frame/guard.ts'
import type { PageDeps, PageModule } from '../frame/page-module.ts'
import { redirectWithFlash, render } from '../frame/respond.ts'
import { signedInView } from '../frame/view.ts'
import { projectPage } from './project-page.ts'
import { projectsPage } from './projects-page.ts'

const SHOWN = 100
/** About as many requests to GitHub does a check take. */
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

    app.get('/projects/:project', async (c) => {
      const project = await requireProject(deps, c, c.req.param('project'), 'read')
      const view = signedInView(c)
      const [last = null] = await deps.checks.last([project.id])
      const { id: personId } = view.viewer.session.record.person
      const check = last ?? (await firstCheck(deps, project, { personId, requests: OF_CHECK }))
      const { hold } = await deps.jobs.obstacles(project)
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
async function hasCompleted({ jobs }: Pick<PageDeps, 'jobs'>, project: Project): Promise<boolean> {
  const { bodies } = await jobs.list(project, { status: 'completed', limit: 1, after: null })
  return bodies.length > 0
}
