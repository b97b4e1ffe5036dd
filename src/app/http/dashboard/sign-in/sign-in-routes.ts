import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { type Actor, personInDashboard } from '../../../audit/actor.ts'
import type { BeginSignIn, FinishSignIn } from '../../../github/sign-in/oauth.ts'
import type { People } from '../../../sessions/people.ts'
import type { Session } from '../../../sessions/sessions.ts'
import { readCookie, writeCookie } from '../frame/cookies.ts'
import { type RespondDeps, redirectWithFlash, render } from '../frame/respond.ts'
import { SESSION_COOKIE, sessionOf } from '../frame/sign-in-gate.ts'
import { type DashboardEnv, viewOf } from '../frame/view.ts'
import { type Problem, signInPage } from './sign-in-page.ts'

interface SignInDeps extends RespondDeps {
  readonly people: Pick<People, 'start' | 'find' | 'end'>
  readonly signIn: { readonly begin: BeginSignIn; readonly finish: FinishSignIn }
}

const STATE_COOKIE = 'prentice-sign-in'
const STATE_SECONDS = 600
/** As the absolute end of a session: the server ends it earlier. */
const SESSION_SECONDS = 7 * 86_400

/** The page after the sign-in travels in a cookie, of which a browser takes 4,096 bytes. */
const LONGEST_PATH = 2_000

const State = z.object({ state: z.string(), verifier: z.string(), to: z.string() })

/** The way to GitHub and back, for everybody. */
export function signInRoutes(app: Hono<DashboardEnv>, deps: SignInDeps): void {
  app.get('/sign-in', (c) => render(deps, c, signInPage(pathIn(c.req.query('to')), null)))

  app.get('/sign-in/github', async (c) => {
    const to = pathIn(c.req.query('to'))
    const { url, state, verifier } = await deps.signIn.begin()
    const value = Buffer.from(JSON.stringify({ state, verifier, to })).toString('base64url')
    writeCookie(c, deps, { name: STATE_COOKIE, value, seconds: STATE_SECONDS })
    c.header('cache-control', 'no-store')
    return c.redirect(url, 302)
  })

  app.get('/callback', async (c) => {
    const begun = readState(readCookie(c, deps, STATE_COOKIE))
    writeCookie(c, deps, { name: STATE_COOKIE, value: '', seconds: 0 })
    if (begun === null) return problem(deps, c, '', 'expired')
    const finished = await deps.signIn.finish(new URL(c.req.url).searchParams, begun)
    if (finished.kind !== 'signed-in') return problem(deps, c, begun.to, finished.kind)
    await endBefore(deps, c)
    const value = await deps.people.start(finished.person, finished.tokens, viewOf(c).address)
    writeCookie(c, deps, { name: SESSION_COOKIE, value, seconds: SESSION_SECONDS })
    c.header('cache-control', 'no-store')
    return c.redirect(`/dashboard${begun.to}`, 303)
  })
}

/** Ends the earlier session of the browser: the new one has a new id. */
async function endBefore({ people, ...deps }: SignInDeps, c: Context<DashboardEnv>): Promise<void> {
  const cookie = readCookie(c, deps, SESSION_COOKIE)
  const session = cookie === undefined ? null : await people.find(cookie)
  if (session !== null) await people.end(session, personInDashboard(session.record.person, viewOf(c).address))
}

const problem = (deps: SignInDeps, c: Context<DashboardEnv>, to: string, kind: Problem) =>
  render(deps, c, signInPage(to, kind), 403)

/** Only a path of the dashboard, or a query of its first page: a link cannot send a person who signs in to another site. */
const pathIn = (to: string | undefined): string =>
  to !== undefined && to.length <= LONGEST_PATH && /^(?:\/(?![/\\])|\?)[\w/.?=&%+*:,@~!-]*$/.test(to)
    ? to
    : ''

function readState(cookie: string | undefined): z.infer<typeof State> | null {
  if (cookie === undefined) return null
  try {
    return State.parse(JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8')))
  } catch {
    return null
  }
}

interface SignOutDeps extends RespondDeps {
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
