import { type KeyRecord, keyStatus } from '../../../keys/key-record.ts'
import type { Project } from '../../../projects/project.ts'
import { type FoundProjects, findProjects, hasRightAnywhere } from '../frame/find-projects.ts'
import type { PageDeps, PageModule } from '../frame/page-module.ts'
import { render } from '../frame/respond.ts'
import { signedInView } from '../frame/view.ts'
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
      const keys = account === null ? [] : await deps.keys.list(account.id)
      const managesKeys =
        account !== null && (account.isOwner || hasRightAnywhere(access, account.id, 'admin'))
      const steps = homeSteps({
        hasAccount: account !== null,
        hasProject: found.projects.length > 0,
        hasWorkflow: workflow.kind === 'found',
        hasKey: keys.some((key) => isUsable(key, deps.now())),
        hasJob: await hasJob(deps, found.projects),
      })
      const obstacles =
        account === null ? { pause: null, budgets: [] } : await readObstacles(deps, account.id, found)
      const installUrl = await deps.installUrl()
      const { publicUrl } = deps
      return render(
        deps,
        c,
        homePage(view, { steps, found, workflow, managesKeys, obstacles, installUrl, publicUrl }),
      )
    })
  },
}

const isUsable = (key: KeyRecord, at: number): boolean =>
  ['valid', 'expires soon'].includes(keyStatus(key, at))

/** What keeps work of all projects that the person sees from starting, or soon will. */
async function readObstacles(
  { jobs, checks, usage }: PageDeps,
  accountId: number,
  { projects, total }: FoundProjects,
): Promise<HomeObstacles> {
  const [only] = total === 1 ? projects : []
  const [pause, budgets] = await Promise.all([
    only === undefined ? checks.accountPause(accountId) : jobs.obstacles(only).then(({ hold }) => hold),
    usage.budgets(accountId, projects),
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

async function hasJob({ jobs }: PageDeps, projects: readonly Project[]): Promise<boolean> {
  for (const project of projects) {
    const { bodies } = await jobs.list(project, { status: null, limit: 1, after: null })
    if (bodies.length > 0) return true
  }
  return false
}
