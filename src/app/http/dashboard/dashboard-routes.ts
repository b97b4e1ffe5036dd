import { type Context, Hono } from 'hono'
import { buildAssets } from './assets/assets.ts'
import { type ErrorPageDeps, errorPage } from './errors/error-page.ts'
import { PageError } from './frame/page-error.ts'
import { type RespondDeps, render } from './frame/respond.ts'
import { onlySameOrigin } from './frame/same-origin.ts'
import { serveAssets } from './frame/serve-assets.ts'
import { type GateDeps, onlySignedIn, withView } from './frame/sign-in-gate.ts'
import type { DashboardEnv } from './frame/view.ts'
import { createGithubReads, type GithubReadsDeps } from './lookup/github-reads.ts'
import { PAGES, type PagesDeps } from './pages.ts'
import { notSetUpPage } from './sign-in/sign-in-page.ts'
import { type SignInDeps, signInRoutes } from './sign-in/sign-in-routes.ts'
import { type SignOutDeps, signOutRoutes } from './sign-in/sign-out-routes.ts'

type Given<T> = Omit<T, keyof RespondDeps | 'people' | 'reads' | 'sessionWatch'>

export interface DashboardDeps
  extends Given<PagesDeps>,
    Given<GateDeps>,
    Given<Omit<SignInDeps, 'signIn'>>,
    GithubReadsDeps,
    Pick<RespondDeps, 'publicUrl' | 'installUrl'>,
    Pick<ErrorPageDeps, 'logError'> {
  /** `null`: nobody can sign in, as the operator has not set the client secret of the App. */
  readonly signedIn: {
    readonly people: PagesDeps['people'] & GateDeps['people'] & SignInDeps['people'] & SignOutDeps['people']
    readonly signIn: SignInDeps['signIn']
    readonly sessionWatch: PagesDeps['sessionWatch']
  } | null
}

/** Everything below `/dashboard`. */
export function dashboardRoutes(given: DashboardDeps): Hono<DashboardEnv> {
  const assets = buildAssets({
    styles: PAGES.flatMap(({ styles = [] }) => styles),
    scripts: PAGES.flatMap(({ scripts = [] }) => scripts),
  })
  const app = new Hono<DashboardEnv>().basePath('/dashboard')
  const errors = { ...given, assets }
  app.onError((error, c) => errorPage(errors, c, error))
  app.use('*', withView(given))
  app.use('*', async (c, next) => (c.req.path === '/dashboard/' ? c.redirect('/dashboard', 308) : next()))
  serveAssets(app, assets)
  if (given.signedIn === null) {
    app.all('*', (c) => render(errors, c, notSetUpPage(given.publicUrl), 503))
    return app
  }
  const deps = { ...given, ...given.signedIn, assets, reads: createGithubReads(given) }
  app.use('*', onlySameOrigin(given))
  signInRoutes(app, deps)
  signOutRoutes(app, deps, askToSignIn)
  app.use('*', onlySignedIn(deps, askToSignIn))
  for (const page of PAGES) page.routes(app, deps)
  app.all('*', () => {
    throw new PageError(404, 'There is no such page.')
  })
  return app
}

/** A page leads to the sign-in and back; everything else is refused. */
async function askToSignIn(c: Context<DashboardEnv>): Promise<Response> {
  const { pathname, search } = new URL(c.req.url)
  const to = `${pathname.replace(/^\/dashboard/, '')}${search}`
  const href = `/dashboard/sign-in?to=${encodeURIComponent(to)}`
  if (c.req.method === 'GET' && c.req.header('hx-request') === undefined && isDocument(c)) {
    c.header('cache-control', 'no-store')
    return c.redirect(href, 303)
  }
  c.header('hx-redirect', href)
  throw new PageError(401, 'You are signed out. Sign in again.')
}

/** Browsers say what they load. An event stream, for example, is not a document. */
const isDocument = (c: Context<DashboardEnv>): boolean =>
  [undefined, 'document'].includes(c.req.header('sec-fetch-dest')) &&
  !c.req.header('accept')?.startsWith('text/event-stream')
