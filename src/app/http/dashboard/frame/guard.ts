import type { Context } from 'hono'
import { serverBecauseOf } from '../../../audit/actor.ts'
import { TokenRefused } from '../../../github/people.ts'
import type { Project } from '../../../projects/project.ts'
import type { Projects } from '../../../projects/projects.ts'
import { type AccountAccess, includesRight, type Right, rightIn } from '../../../sessions/access.ts'
import type { Claimed } from '../../../sessions/confirm-rights.ts'
import { MOST_CONFIRMED, type People } from '../../../sessions/people.ts'
import type { Session } from '../../../sessions/sessions.ts'
import { NoAccount, PageError } from './page-error.ts'
import { type DashboardEnv, type SignedInView, signedInView } from './view.ts'

export interface GuardDeps {
  readonly projects: Pick<Projects, 'load'>
  readonly people: Pick<People, 'again' | 'access' | 'confirm' | 'end'>
}

/**
 * The project, if the person has this right in it. A project that they do not see is a 404, whether it exists or not; one
 * that they see without the right is a 403. A write does not depend on an earlier answer of GitHub.
 */
export async function requireProject(
  deps: GuardDeps,
  c: Context<DashboardEnv>,
  id: string,
  wanted: Right,
): Promise<Project> {
  const project = await deps.projects.load(id)
  const seen = project === null ? null : rightIn(signedInView(c).viewer.access, project)
  if (project === null || seen === null) throw noSuchProject()
  if (isWrite(c)) await confirm(deps, c, { projects: [project], account: null })
  const right = rightIn(signedInView(c).viewer.access, project)
  if (right === null) throw noSuchProject()
  if (!includesRight(right, wanted))
    throw new PageError(403, `This needs ${RIGHT_NAMES[wanted]} ${project.owner}/${project.name}.`)
  return project
}

const noSuchProject = (): PageError =>
  new PageError(404, 'There is no such project, or GitHub does not list you among its collaborators.')

const RIGHT_NAMES: Readonly<Record<Right, string>> = {
  read: 'read access to',
  write: 'write access to',
  admin: 'the admin role in',
}

export const isWrite = (c: Context<DashboardEnv>): boolean =>
  c.req.method !== 'GET' && c.req.method !== 'HEAD'

/** Asks GitHub now about what a write depends on. From then on, the view has its answer, and no right that was not asked for. */
async function confirm(deps: GuardDeps, c: Context<DashboardEnv>, claimed: Claimed): Promise<SignedInView> {
  const view = signedInView(c)
  const { session } = view.viewer
  try {
    const { access, listed } = await deps.people.confirm(session, claimed)
    const account = access.accounts.find(({ id }) => id === view.account?.id) ?? null
    c.set('view', { ...view, account, viewer: { session, access, listed } })
    return signedInView(c)
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error
    await deps.people.end(session, SIGN_IN_REFUSED)
    throw new PageError(401, 'You are signed out. Sign in again, then repeat what you did.')
  }
}

/** The same for the projects of these ids, and for whether the person owns the account. */
export async function confirmProjects(
  deps: GuardDeps,
  c: Context<DashboardEnv>,
  ids: readonly string[],
  account: AccountAccess | null,
): Promise<SignedInView> {
  const named = [...new Set(ids)]
  // Counted before unknown ones are left out, which would make room for some that nobody asks about.
  if (named.length > MOST_CONFIRMED) return confirm(deps, c, { projects: 'all', account })
  const loaded = await Promise.all(named.map((id) => deps.projects.load(id)))
  return confirm(deps, c, { projects: loaded.filter((project) => project !== null), account })
}

export const SIGN_IN_REFUSED = serverBecauseOf('GitHub no longer accepts the sign-in')

/** The account that the page is about, as `view.account`; a 404 if the person has none, or not the one that a write names. */
export function requireAccount(c: Context<DashboardEnv>): AccountAccess {
  const { account, viewer } = signedInView(c)
  if (account !== null) return account
  if (viewer.access.accounts.length > 0)
    throw new PageError(404, 'GitHub does not show you this account, or no longer. Nothing was changed.')
  throw new NoAccount(
    404,
    'The App is not installed on any account that GitHub shows you. Install it on your account or organisation, or ask an owner to give you access to a repository.',
  )
}

/**
 * Whether the person of a stream may still see the project. Streams ask again every few minutes, as they outlive the
 * answer that opened them.
 */
export async function maySee(deps: GuardDeps, session: Session, projectId: string): Promise<boolean> {
  const current = await deps.people.again(session)
  const project = await deps.projects.load(projectId)
  return current !== null && project !== null && rightIn(await deps.people.access(current), project) !== null
}
