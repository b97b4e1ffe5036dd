import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { TokenRefused } from '../../../github/people.ts'
import type { Access, AccountAccess } from '../../../sessions/access.ts'
import type { People } from '../../../sessions/people.ts'
import type { Session } from '../../../sessions/sessions.ts'
import { readCookie, writeCookie } from './cookies.ts'
import { localeOf } from './formats.ts'
import { isWrite, SIGN_IN_REFUSED } from './guard.ts'
import type { DashboardEnv, View, Viewer } from './view.ts'

export const SESSION_COOKIE = 'prentice-session'

interface GateDeps {
  readonly publicUrl: string
  readonly now: () => number
  /** The IP address that a request comes from. */
  readonly addressOf: (request: IncomingMessage) => string
  readonly people: Pick<People, 'find' | 'access' | 'end'>
}

/** Every request has a view; `viewer` is `null` until somebody has signed in. */
export const withView =
  (deps: Pick<GateDeps, 'now' | 'addressOf'>): MiddlewareHandler<DashboardEnv> =>
  async (c, next) => {
    c.set('view', {
      nonce: randomBytes(16).toString('base64'),
      locale: localeOf(c.req.header('accept-language')),
      path: c.req.path,
      now: deps.now(),
      address: deps.addressOf(c.env.incoming),
      viewer: null,
      account: null,
    })
    await next()
  }

/** Admits only signed-in persons. `refuse` answers all others. */
export const onlySignedIn =
  (
    deps: GateDeps,
    refuse: (c: Context<DashboardEnv>) => Promise<Response>,
  ): MiddlewareHandler<DashboardEnv> =>
  async (c, next) => {
    const viewer = await findViewer(deps, c)
    if (viewer === null) return refuse(c)
    const view: View = c.get('view')
    const account = chooseAccount(viewer.access, c.req.query('account'), isWrite(c))
    c.set('view', { ...view, viewer, account })
    return next()
  }

/** `null`: nobody is signed in. */
export async function sessionOf(
  deps: { readonly publicUrl: string } & { readonly people: Pick<People, 'find'> },
  c: Context<DashboardEnv>,
): Promise<Session | null> {
  const cookie = readCookie(c, deps, SESSION_COOKIE)
  return cookie === undefined ? null : deps.people.find(cookie)
}

async function findViewer(deps: GateDeps, c: Context<DashboardEnv>): Promise<Viewer | null> {
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
