import type { Context } from 'hono'
import { isFitRunner } from '../../../onboarding/inspect-runner.ts'
import { loadProject, projectIdOf } from '../../../projects/project.ts'
import type { AccountAccess } from '../../../sessions/access.ts'
import {
  findProjects,
  MOST_OFFERED,
  PROJECT_FIELD,
  projectNamed,
  rightInProject,
} from '../frame/find-projects.ts'
import { type FormLimits, readForm } from '../frame/form.ts'
import { confirmProjects, requireAccount } from '../frame/guard.ts'
import type { PageDeps, PageModule } from '../frame/page-module.ts'
import { PageError, redirectWithFlash, render } from '../frame/respond.ts'
import { actorIn, type DashboardEnv, signedInView } from '../frame/view.ts'
import { type RunnerPage, runnerPage } from './runner-page.ts'

type Ctx = Context<DashboardEnv>

/** Requests to GitHub that a look at a repository takes, and naming it. */
const OF_LOOK = 5
const OF_NAMING = 2

/** The fields of the forms. */
const RUNNER_FORM: FormLimits = { project: PROJECT_FIELD, setup: { length: 20 }, confirm: { length: 20 } }

/** The runner repository of an account, which only its owners name. */
export const runnerPages: PageModule = {
  routes(app, deps) {
    app.get('/runner-repository', async (c) => {
      const account = requireOwner(c)
      const typed = c.req.query('project')?.trim() ?? ''
      const chosen = await look(deps, c, account, typed)
      return show(deps, c, { account, typed, chosen, allowsSetup: null, problems: {} }, 200)
    })

    app.post('/runner-repository', async (c) => {
      const form = await readForm(c, RUNNER_FORM)
      const typed = form.get('project') ?? ''
      const account = await confirmOwner(deps, c, typed)
      const chosen = await look(deps, c, account, typed)
      const setup = form.get('setup')
      const allowsSetup = setup === 'yes' ? true : setup === 'no' ? false : null
      const isConfirmed = form.get('confirm') === 'yes'
      const isFit = chosen !== null && isFitRunner(chosen.found)
      if (!isFit || allowsSetup === null || !isConfirmed) {
        const problems = { unfit: !isFit, setup: allowsSetup === null, confirm: !isConfirmed }
        return show(deps, c, { account, typed, chosen, allowsSetup, problems }, 422)
      }
      const { project } = chosen
      const view = signedInView(c)
      deps.reads.charge(view.viewer.session.record.person.id, OF_NAMING)
      await deps.runners.name({ account, project, allowsSetup, by: actorIn(view) })
      const text = `${project.owner}/${project.name} now runs the work of all projects.`
      return redirectWithFlash(deps, c, '/runner-repository', { tone: 'success', text })
    })

    app.post('/runner-repository/remove', async (c) => {
      const form = await readForm(c, RUNNER_FORM)
      const account = await confirmOwner(deps, c, null)
      if (form.get('confirm') !== 'yes') {
        const page = { account, typed: '', chosen: null, allowsSetup: null, problems: { remove: true } }
        return show(deps, c, page, 422)
      }
      const view = signedInView(c)
      await deps.runners.remove({ account, by: actorIn(view) })
      const text = 'Each repository runs its own workflow again.'
      return redirectWithFlash(deps, c, '/runner-repository', { tone: 'success', text })
    })
  },
}

function requireOwner(c: Ctx): AccountAccess {
  const account = requireAccount(c)
  if (!account.isOwner)
    throw new PageError(403, `Only owners of ${account.login} name its runner repository.`)
  return account
}

/** Asks GitHub now whether the person owns the account, and which right they have in the project that they name. */
async function confirmOwner(deps: PageDeps, c: Ctx, typed: string | null): Promise<AccountAccess> {
  const before = requireOwner(c)
  const id = typed === null ? null : projectNamed(signedInView(c).viewer.access, before.id, typed)
  await confirmProjects(deps, c, id === null ? [] : [id], before)
  return requireOwner(c)
}

/** What GitHub shows of the project that the person names; `null`: they do not administer one of that name. */
async function look(
  deps: PageDeps,
  c: Ctx,
  account: AccountAccess,
  typed: string,
): Promise<RunnerPage['chosen']> {
  const { access, session } = signedInView(c).viewer
  const id = typed === '' ? null : projectNamed(access, account.id, typed)
  if (id === null || rightInProject(access, account.id, id) !== 'admin') return null
  const project = await loadProject(deps.store, id)
  if (project === null) return null
  deps.reads.charge(session.record.person.id, OF_LOOK)
  return { project, found: await deps.runners.inspect(account.id, project) }
}

async function show(
  deps: PageDeps,
  c: Ctx,
  page: Omit<RunnerPage, 'current' | 'offered'>,
  status: 200 | 422,
): Promise<Response> {
  const view = signedInView(c)
  const { account } = page
  const record = await deps.runners.read(account.id)
  const current =
    record === null
      ? null
      : { record, project: await loadProject(deps.store, projectIdOf(record.repositoryId)) }
  const limits = { wanted: 'admin', limit: MOST_OFFERED } as const
  const offered = await findProjects(deps, view.viewer.listed, account.id, limits)
  return render(deps, c, runnerPage(view, { ...page, current, offered }), status)
}
