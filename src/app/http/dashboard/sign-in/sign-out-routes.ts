import type { Context, Hono } from 'hono'
import type { People } from '../../../sessions/people.ts'
import { writeCookie } from '../frame/cookies.ts'
import type { RespondDeps } from '../frame/respond.ts'
import { redirectWithFlash } from '../frame/respond.ts'
import { SESSION_COOKIE } from '../frame/sign-in-gate.ts'
import { actorIn, type DashboardEnv, signedInView } from '../frame/view.ts'
import { SIGN_IN_WORDS } from './sign-in-words.ts'

export interface SignOutDeps extends RespondDeps {
  readonly people: Pick<People, 'end' | 'endAll'>
}

export function signOutRoutes(app: Hono<DashboardEnv>, deps: SignOutDeps): void {
  app.post('/sign-out', async (c) => {
    const view = signedInView(c)
    await deps.people.end(view.viewer.session, actorIn(view))
    return signedOut(deps, c, view.say(SIGN_IN_WORDS).signedOut)
  })
  app.post('/sign-out-everywhere', async (c) => {
    const view = signedInView(c)
    await deps.people.endAll(view.viewer.session.record.person.id, actorIn(view))
    return signedOut(deps, c, view.say(SIGN_IN_WORDS).signedOutEverywhere)
  })
}

function signedOut(deps: SignOutDeps, c: Context<DashboardEnv>, text: string): Response {
  writeCookie(c, deps, { name: SESSION_COOKIE, value: '', seconds: 0 })
  c.header('clear-site-data', '"cache", "storage"')
  return redirectWithFlash(deps, c, '/sign-in', { tone: 'success', text })
}
