import { listJobs } from '../../../jobs/list-jobs.ts'
import { isUsable, listKeys } from '../../../keys/key-record.ts'
import { readObstacles } from '../../../limits/hold.ts'
import { budgetsAcross } from '../../../projects/match-budgets.ts'
import type { Project } from '../../../projects/project.ts'
import { type FoundProjects, findProjects } from '../frame/find-projects.ts'
import { managesAny } from '../frame/guard.ts'
import type { PageDeps, PageModule } from '../frame/page-module.ts'
import { render } from '../frame/respond.ts'
import { signedInView } from '../frame/view.ts'
import { webhookManager } from '../webhooks/webhooks-routes.ts'
import { findOverview } from './find-overview.ts'
import { findWorkflow } from './find-workflow.ts'
import { type HomeObstacles, homePage, homeSteps } from './home-page.ts'

/** Maximum number of projects that are checked for a completed step. */
const LOOKED_AT = 20

export const homePages: PageModule = {
  styles: [new URL('home.css', import.meta.url)],

  routes(app, deps) {
    app.get('/', async (c) => {
      const view = signedInView(c)
      const { access } = view.viewer
      const { account } = view
      const found =
        account === null
          ? { projects: [], total: 0 }
          : await findProjects(deps, access, account.id, { limit: LOOKED_AT })
      const workflow = await findWorkflow(deps, view.viewer.session.record.person.id, found)
      const keys =
        account === null ? [] : await listKeys(deps, account.id, (key) => isUsable(key, deps.now()))
      const managesKeys = account !== null && managesAny({ account, access })
      const hasAnyJob = await hasJob(deps, found.projects)
      const managed = managesKeys ? await deps.outgoing.list(webhookManager(view, account)) : []
      const overview =
        account === null || !hasAnyJob
          ? null
          : await findOverview(deps, { access, account, managed }, found.projects)
      const steps = homeSteps({
        hasAccount: account !== null,
        hasProject: found.projects.length > 0,
        hasWorkflow: workflow.kind === 'found',
        hasKey: keys.length > 0 || hasAnyJob,
        hasJob: hasAnyJob,
      })
      const obstacles =
        account === null ? { pause: null, budgets: [] } : await homeObstacles(deps, account.id, found)
      const installUrl = await deps.installUrl()
      const { publicUrl } = deps
      return render(
        deps,
        c,
        homePage(view, { steps, found, workflow, managesKeys, obstacles, installUrl, publicUrl, overview }),
      )
    })
  },
}

/** What keeps work of all projects that the person sees from starting, or soon will. */
async function homeObstacles(
  deps: PageDeps,
  accountId: number,
  { projects, total }: FoundProjects,
): Promise<HomeObstacles> {
  const [only] = total === 1 ? projects : []
  const [pause, budgets] = await Promise.all([
    only === undefined
      ? deps.checks.accountPause(accountId)
      : readObstacles(deps, only).then(({ hold }) => hold),
    budgetsAcross(deps.store, accountId, projects, deps.now()),
  ])
  const reached = budgets.filter(({ spentUsd, warnUsd }) => spentUsd >= warnUsd)
  return {
    pause,
    budgets: reached.map((budget) => ({
      ...budget,
      coversAll: budget.coversAll && projects.length === total,
    })),
  }
}

async function hasJob({ store }: PageDeps, projects: readonly Project[]): Promise<boolean> {
  for (const project of projects) {
    const { bodies } = await listJobs(store, project, { status: null, limit: 1, after: null })
    if (bodies.length > 0) return true
  }
  return false
}
