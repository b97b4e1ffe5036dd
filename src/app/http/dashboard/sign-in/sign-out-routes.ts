import type { Context, Hono } from 'hono'
import { type Actor, personInDashboard } from '../../../audit/actor.ts'
import type { People } from '../../../sessions/people.ts'
import type { Session } from '../../../sessions/sessions.ts'
import { writeCookie } from '../frame/cookies.ts'
import type { RespondDeps } from '../frame/respond.ts'
import { redirectWithFlash } from '../frame/respond.ts'
import { SESSION_COOKIE, sessionOf } from '../frame/sign-in-gate.ts'
import { type DashboardEnv, viewOf } from '../frame/view.ts'

export interface SignOutDeps extends RespondDeps {
  readonly people: Pick<People, 'find' | 'end' | 'endAll'>
}

/** They ask GitHub nothing: people sign out while it cannot be reached, too. `refuse` answers who is not signed in. */
export function signOutRoutes(
  app: Hono<DashboardEnv>,
  deps: SignOutDeps,
  refuse: (c: Context<DashboardEnv>) => Promise<Response>,
): void {
  const signOut = (path: string, text: string, end: End): void => {
    app.post(path, async (c) => {
      const session = await sessionOf(deps, c)
      if (session === null) return refuse(c)
      await end(session, personInDashboard(session.record.person, viewOf(c).address))
      return signedOut(deps, c, text)
    })
  }
  signOut('/sign-out', 'You are signed out.', (session, by) => deps.people.end(session, by))
  signOut('/sign-out-everywhere', 'You are signed out in all browsers.', ({ record }, by) =>
    deps.people.endAll(record.person.id, by),
  )
}

type End = (session: Session, by: Actor) => Promise<void>

function signedOut(deps: SignOutDeps, c: Context<DashboardEnv>, text: string): Response {
  writeCookie(c, deps, { name: SESSION_COOKIE, value: '', seconds: 0 })
  c.header('clear-site-data', '"cache", "storage"')
  return redirectWithFlash(deps, c, '/sign-in', { tone: 'success', text })
}
