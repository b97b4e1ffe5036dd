import type { Context, MiddlewareHandler } from 'hono'
import { serverBecauseOf } from '../../../audit/actor.ts'
import { TokenRefused } from '../../../github/people.ts'
import { type KeyRecord, listKeys, loadKey } from '../../../keys/key-record.ts'
import { permitsAll } from '../../../keys/permits-all.ts'
import { loadProject, type Project } from '../../../projects/project.ts'
import {
  type Access,
  type AccountAccess,
  includesRight,
  type Right,
  rightIn,
} from '../../../sessions/access.ts'
import { type Claimed, MOST_CONFIRMED } from '../../../sessions/people.ts'
import type { Session } from '../../../sessions/sessions.ts'
import { formOrigin } from '../../shared/form-origin.ts'
import { countBodyFor } from '../../shared/read-body.ts'
import { hasRightAnywhere, rightInProject } from './find-projects.ts'
import type { PageDeps } from './page-module.ts'
import { NoAccount, PageError, readCookie, writeCookie } from './respond.ts'
import { type DashboardEnv, type SignedInView, signedInView, type View, type Viewer } from './view.ts'

/** Refuses writes that do not come from a page of this server. */
export const onlySameOrigin =
  ({ publicUrl }: Pick<PageDeps, 'publicUrl'>): MiddlewareHandler<DashboardEnv> =>
  async (c, next) => {
    if (isWrite(c)) {
      const origin = formOrigin(c, publicUrl)
      if (origin !== 'own-page') throw new PageError(403, FOREIGN[origin](publicUrl))
    }
    await next()
  }

const FOREIGN = {
  unknown: () =>
    'The browser did not say which site the form comes from, so nothing was done. Use a current browser.',
  'other-site': () => 'The form comes from another site, so nothing was done.',
  'other-address': (publicUrl: string) =>
    `The form comes from another address, so nothing was done. Open the dashboard at ${publicUrl}/dashboard.`,
} as const

const isWrite = (c: Context<DashboardEnv>): boolean => c.req.method !== 'GET' && c.req.method !== 'HEAD'

export const SESSION_COOKIE = 'prentice-session'

const SIGN_IN_REFUSED = serverBecauseOf('GitHub no longer accepts the sign-in')

/** Admits only signed-in persons. `refuse` answers all others. */
export const onlySignedIn =
  (
    deps: Pick<PageDeps, 'publicUrl' | 'people'>,
    refuse: (c: Context<DashboardEnv>) => Promise<Response>,
  ): MiddlewareHandler<DashboardEnv> =>
  async (c, next) => {
    const viewer = await findViewer(deps, c)
    if (viewer === null) return refuse(c)
    const { id } = viewer.session.record.person
    countBodyFor(c.env.incoming, { group: 'dashboard', member: `person-${id}` })
    const view: View = c.get('view')
    const account = chooseAccount(viewer.access, c.req.query('account'), isWrite(c))
    c.set('view', { ...view, viewer, account })
    return next()
  }

/** `null`: nobody is signed in. */
export async function sessionOf(
  deps: Pick<PageDeps, 'publicUrl' | 'people'>,
  c: Context<DashboardEnv>,
): Promise<Session | null> {
  const cookie = readCookie(c, deps, SESSION_COOKIE)
  return cookie === undefined ? null : deps.people.find(cookie)
}

async function findViewer(
  deps: Pick<PageDeps, 'publicUrl' | 'people'>,
  c: Context<DashboardEnv>,
): Promise<Viewer | null> {
  const session = await sessionOf(deps, c)
  if (session === null) return null
  try {
    const access = await deps.people.access(session)
    return { session, access, listed: access }
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error
    // The person revoked the authorization, or GitHub no longer accepts the token for another reason.
    await deps.people.end(session, SIGN_IN_REFUSED)
    writeCookie(c, deps, { name: SESSION_COOKIE, value: '', seconds: 0 })
    return null
  }
}

/**
 * A page about an account that the person does not have is one about theirs: a link from another person may name it. A write
 * never changes another account than it names.
 */
function chooseAccount(
  { accounts }: Access,
  wanted: string | undefined,
  isWrite: boolean,
): AccountAccess | null {
  const named = accounts.find(({ login }) => login.toLowerCase() === wanted?.toLowerCase())
  return named ?? (isWrite && wanted !== undefined ? null : (accounts[0] ?? null))
}

/**
 * The project, if the person has this right in it. A project that they do not see is a 404, whether it exists or not; one
 * that they see without the right is a 403. A write does not depend on an earlier answer of GitHub.
 */
export async function requireProject(
  deps: Pick<PageDeps, 'store' | 'people'>,
  c: Context<DashboardEnv>,
  id: string,
  wanted: Right,
): Promise<Project> {
  const project = await loadProject(deps.store, id)
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

/** Asks GitHub now about what a write depends on. From then on, the view has its answer, and no right that was not asked for. */
async function confirm(
  deps: Pick<PageDeps, 'store' | 'people'>,
  c: Context<DashboardEnv>,
  claimed: Claimed,
): Promise<SignedInView> {
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
  deps: Pick<PageDeps, 'store' | 'people'>,
  c: Context<DashboardEnv>,
  ids: readonly string[],
  account: AccountAccess | null,
): Promise<SignedInView> {
  const named = [...new Set(ids)]
  // Counted before unknown ones are left out, which would make room for some that nobody asks about.
  if (named.length > MOST_CONFIRMED) return confirm(deps, c, { projects: 'all', account })
  const loaded = await Promise.all(named.map((id) => loadProject(deps.store, id)))
  return confirm(deps, c, { projects: loaded.filter((project) => project !== null), account })
}

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
export async function maySee(
  deps: Pick<PageDeps, 'store' | 'people'>,
  session: Session,
  projectId: string,
): Promise<boolean> {
  const current = await deps.people.again(session)
  const project = await loadProject(deps.store, projectId)
  return current !== null && project !== null && rightIn(await deps.people.access(current), project) !== null
}

/** Whose keys a person manages in an account: all of them as an owner, else those of projects that they administer. */
export interface KeyManager {
  readonly account: AccountAccess
  readonly access: Access
}

const administers = ({ account, access }: KeyManager, projectId: string): boolean =>
  includesRight(rightInProject(access, account.id, projectId) ?? 'read', 'admin')

/** Whether the person may make a key for these projects; `null`: for all of the account. */
export function mayManage(manager: KeyManager, projectIds: readonly string[] | null): boolean {
  if (manager.account.isOwner) return true
  return projectIds !== null && permitsAll(projectIds, (id) => administers(manager, id))
}

export const managesAny = ({ account, access }: KeyManager): boolean =>
  account.isOwner || hasRightAnywhere(access, account.id, 'admin')

export const managedKeys = ({ store }: Pick<PageDeps, 'store'>, manager: KeyManager): Promise<KeyRecord[]> =>
  listKeys({ store }, manager.account.id, ({ projectIds }) => mayManage(manager, projectIds))

/** The key with this id; `null`: none that the person manages. */
export async function managedKey(
  { store }: Pick<PageDeps, 'store'>,
  manager: KeyManager,
  id: string,
): Promise<KeyRecord | null> {
  const key = await loadKey(store, { accountId: manager.account.id, id })
  return key !== null && mayManage(manager, key.projectIds) ? key : null
}
