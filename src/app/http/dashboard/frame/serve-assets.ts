import type { Hono } from 'hono'
import type { Assets } from '../assets/assets.ts'
import { PageError } from './page-error.ts'
import type { DashboardEnv } from './view.ts'

/** Needs no sign-in: styles and scripts contain nothing private. */
export function serveAssets(app: Hono<DashboardEnv>, assets: Assets): void {
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
