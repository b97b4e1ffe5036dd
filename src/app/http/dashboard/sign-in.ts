import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { z } from 'zod'
import { type Actor, personInDashboard } from '../../audit/actor.ts'
import type { BeginSignIn, FinishSignIn } from '../../github/sign-in/oauth.ts'
import type { Session } from '../../sessions/sessions.ts'
import { cookieName } from '../shared/cookie-name.ts'
import { SESSION_COOKIE, sessionOf } from './frame/guard.ts'
import { type Html, html, icon, NOTHING } from './frame/html.ts'
import { flashBox, type PageContent } from './frame/layout.ts'
import type { PageDeps } from './frame/page-module.ts'
import { readCookie, redirectWithFlash, render, writeCookie } from './frame/respond.ts'
import { type DashboardEnv, viewOf } from './frame/view.ts'

interface SignInDeps extends Pick<PageDeps, 'assets' | 'publicUrl' | 'installUrl' | 'people'> {
  readonly signIn: { readonly begin: BeginSignIn; readonly finish: FinishSignIn }
}

/** Of one attempt: each tab may have its own. */
const attemptCookie = (id: string): string => `prentice-sign-in.${id}`
const ATTEMPT_SECONDS = 600
/** Attempts of one browser. All cookies are sent with each request, whose headers may have 16 KiB. */
const MOST_ATTEMPTS = 5
const MOST_LETTERS = 6_000
/** As the absolute end of a session: the server ends it earlier. */
const SESSION_SECONDS = 7 * 86_400

/** The page after the sign-in travels in a cookie, of which a browser takes 4,096 bytes. */
const LONGEST_PATH = 2_000

const Attempt = z.object({ at: z.int(), state: z.string(), verifier: z.string(), to: z.string() })
type Attempt = z.infer<typeof Attempt>

/** The way to GitHub and back, for everybody. */
export function signInRoutes(app: Hono<DashboardEnv>, deps: SignInDeps): void {
  app.get('/sign-in', (c) => render(deps, c, signInPage(pathIn(c.req.query('to')), null)))

  app.get('/sign-in/github', async (c) => {
    const to = pathIn(c.req.query('to'))
    const { url, state, verifier } = await deps.signIn.begin()
    beginAttempt(deps, c, { at: viewOf(c).now, state, verifier, to })
    c.header('cache-control', 'no-store')
    return c.redirect(url, 302)
  })

  app.get('/callback', async (c) => {
    const begun = takeAttempt(deps, c, c.req.query('state') ?? '')
    if (begun === null) return unexpectedReturn(deps, c)
    const finished = await deps.signIn.finish(new URL(c.req.url).searchParams, begun)
    if (finished.kind !== 'signed-in') return problem(deps, c, begun.to, finished.kind)
    await endBefore(deps, c)
    const value = await deps.people.start(finished.person, finished.tokens, viewOf(c).address)
    writeCookie(c, deps, { name: SESSION_COOKIE, value, seconds: SESSION_SECONDS })
    c.header('cache-control', 'no-store')
    return c.redirect(`/dashboard${begun.to}`, 303)
  })
}

/** Somebody who is signed in has loaded the address again, or comes from an installation of the App, which needs no sign-in. */
async function unexpectedReturn(deps: SignInDeps, c: Context<DashboardEnv>): Promise<Response> {
  if ((await sessionOf(deps, c)) === null) return problem(deps, c, '', 'expired')
  c.header('cache-control', 'no-store')
  return c.redirect('/dashboard', 303)
}

const idOf = (state: string): string => createHash('sha256').update(state).digest('hex').slice(0, 16)

/** Keeps the attempt beside the latest others, as long as all of them fit. */
function beginAttempt(deps: SignInDeps, c: Context<DashboardEnv>, attempt: Attempt): void {
  const value = Buffer.from(JSON.stringify(attempt)).toString('base64url')
  const others = attemptsOf(deps, c).toSorted((one, other) => other.at - one.at)
  let letters = value.length
  for (const [n, { id, length }] of others.entries()) {
    letters += length
    if (n + 1 < MOST_ATTEMPTS && letters <= MOST_LETTERS) continue
    writeCookie(c, deps, { name: attemptCookie(id), value: '', seconds: 0 })
  }
  writeCookie(c, deps, { name: attemptCookie(idOf(attempt.state)), value, seconds: ATTEMPT_SECONDS })
}

/** The attempts whose cookies the browser has sent, for this server. An unreadable one counts as the oldest. */
function attemptsOf(
  deps: SignInDeps,
  c: Context<DashboardEnv>,
): { readonly id: string; readonly at: number; readonly length: number }[] {
  return Object.entries(getCookie(c)).flatMap(([name, value]) => {
    const [, id] = /\.([0-9a-f]{16})(?:-\d+)?$/.exec(name) ?? []
    if (id === undefined || name !== cookieName(deps.publicUrl, attemptCookie(id))) return []
    return [{ id, at: readAttempt(value)?.at ?? 0, length: value.length }]
  })
}

/** The attempt to which GitHub returns, once; `null`: this browser has none. */
function takeAttempt(deps: SignInDeps, c: Context<DashboardEnv>, state: string): Attempt | null {
  const name = attemptCookie(idOf(state))
  const value = readCookie(c, deps, name)
  if (value === undefined) return null
  writeCookie(c, deps, { name, value: '', seconds: 0 })
  return readAttempt(value)
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

function readAttempt(cookie: string): Attempt | null {
  try {
    return Attempt.parse(JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8')))
  } catch {
    return null
  }
}

/**
 * They do not call GitHub, so that people can sign out while it cannot be reached. `refuse` responds to a person who is
 * not signed in.
 */
export function signOutRoutes(
  app: Hono<DashboardEnv>,
  deps: Pick<PageDeps, 'publicUrl' | 'people'>,
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

function signedOut(
  deps: Pick<PageDeps, 'publicUrl' | 'people'>,
  c: Context<DashboardEnv>,
  text: string,
): Response {
  writeCookie(c, deps, { name: SESSION_COOKIE, value: '', seconds: 0 })
  c.header('clear-site-data', '"cache", "storage"')
  return redirectWithFlash(deps, c, '/sign-in', { tone: 'success', text })
}

const PROBLEMS = {
  failed: 'GitHub did not complete the sign-in. Try again.',
  expired: 'The sign-in took too long, or was started in another browser. Try again.',
  denied: 'You cancelled the sign-in on GitHub.',
} as const

type Problem = keyof typeof PROBLEMS

/** `to`: the page that the person asked for, below `/dashboard`. */
function signInPage(to: string, problem: Problem | null): PageContent {
  const href = `/dashboard/sign-in/github?to=${encodeURIComponent(to)}`
  return {
    title: 'Sign in',
    nav: null,
    heading: NOTHING,
    body: html`<div class="blank">${icon('git-pull-request')}<h1>Sign in</h1><p class="muted">See your jobs, projects and API keys. Prentice shows what GitHub lets you see.</p>
${problem === null ? NOTHING : flashBox({ tone: 'danger', text: PROBLEMS[problem] })}
<p><a class="button button-primary" href="${href}">${icon('mark-github')}<span>Sign in with GitHub</span></a></p>
<p class="muted small">Signing in tells Prentice who you are and which repositories you may access. It gives Prentice no further access to them.</p></div>`,
  }
}

/** Where the operator has not set what the sign-in needs. */
export function notSetUpPage(publicUrl: string): PageContent {
  const lines: Html = html`<pre tabindex="0">CLIENT_SECRET=…</pre>`
  return {
    title: 'The dashboard is not set up',
    nav: null,
    heading: NOTHING,
    body: html`<div class="blank">${icon('tools')}<h1>The dashboard is not set up</h1><p>People sign in through the GitHub App, which needs its client secret. The operator of this server generates one on the settings page of the App, and sets this variable:</p>${lines}<p>Add this callback URL to the App, then restart the server:</p><pre tabindex="0">${publicUrl}/dashboard/callback</pre><p class="muted">Everything else works without it.</p></div>`,
  }
}
