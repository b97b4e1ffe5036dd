import type { IncomingMessage } from 'node:http'
import { type Context, Hono } from 'hono'
import type { BeginSignIn, FinishSignIn } from '../../github/sign-in/oauth.ts'
import type { People } from '../../sessions/people.ts'
import type { SessionWatch } from '../../timers/session-watch.ts'
import { type Assets, buildAssets } from './assets/assets.ts'
import { auditPages } from './audit/audit-routes.ts'
import { batchPages } from './batches/batch-routes.ts'
import { errorPage } from './frame/error-page.ts'
import { createGithubReads } from './frame/github-reads.ts'
import { onlySameOrigin, onlySignedIn } from './frame/guard.ts'
import type { PageDeps, PageModule } from './frame/page-module.ts'
import { PageError, render } from './frame/respond.ts'
import { type DashboardEnv, withView } from './frame/view.ts'
import { homePages } from './home/home-routes.ts'
import { jobPages } from './job/job-routes.ts'
import { jobsPages } from './jobs/jobs-routes.ts'
import { keysPages } from './keys/keys-routes.ts'
import { projectsPages } from './projects/projects-routes.ts'
import { runnerPages } from './projects/runner-routes.ts'
import { notSetUpPage, signInRoutes, signOutRoutes } from './sign-in.ts'
import { usagePages } from './usage/usage-routes.ts'
import { webhooksPages } from './webhooks/webhooks-routes.ts'

/** The areas of the dashboard, one folder each. */
const PAGES: readonly PageModule[] = [
  homePages,
  jobsPages,
  jobPages,
  batchPages,
  keysPages,
  webhooksPages,
  projectsPages,
  runnerPages,
  usagePages,
  auditPages,
]

export interface DashboardDeps extends Omit<PageDeps, 'assets' | 'people' | 'reads' | 'sessionWatch'> {
  /** The IP address that a request comes from. */
  readonly addressOf: (request: IncomingMessage) => string
  /** Of an error that nobody expected; the page shows the id of the request. */
  readonly logError: (c: Context<DashboardEnv>, error: unknown) => string
  /** `null`: nobody can sign in, as the operator has not set the client secret of the App. */
  readonly signedIn: {
    readonly people: People
    readonly signIn: { readonly begin: BeginSignIn; readonly finish: FinishSignIn }
    readonly sessionWatch: SessionWatch
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

/** Needs no sign-in: styles and scripts contain nothing private. */
function serveAssets(app: Hono<DashboardEnv>, assets: Assets): void {
  app.get('/assets/:file', (c) => {
    const found = assets.find(c.req.path)
    if (found === null) throw new PageError(404, 'There is no such file. Load the page again.')
    const isGzip = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
    return c.body(isGzip ? found.gzip : found.body, 200, {
      'content-type': found.type,
      ...(isGzip && { 'content-encoding': 'gzip' }),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'accept-encoding',
    })
  })
}
