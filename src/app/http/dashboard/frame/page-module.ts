import type { Hono } from 'hono'
import type { DashboardEnv } from './view.ts'

/** One area of the dashboard. */
export interface PageModule<Deps> {
  /** Adds its routes. Paths are below `/dashboard`: `app.get('/keys', …)`. */
  routes(app: Hono<DashboardEnv>, deps: Deps): void
  /** Stylesheets and browser scripts beside its files, which become part of the one file that all pages load. */
  readonly styles?: readonly URL[]
  readonly scripts?: readonly URL[]
}
