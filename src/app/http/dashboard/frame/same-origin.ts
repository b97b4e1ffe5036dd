import type { MiddlewareHandler } from 'hono'
import { PageError } from './page-error.ts'
import type { DashboardEnv } from './view.ts'

/** Refuses writes that do not come from a page of this server. */
export const onlySameOrigin =
  ({ publicUrl }: { readonly publicUrl: string }): MiddlewareHandler<DashboardEnv> =>
  async (c, next) => {
    const { method } = c.req
    if (method !== 'GET' && method !== 'HEAD') {
      const why = whyForeign(publicUrl, c.req.header('origin'), c.req.header('sec-fetch-site'))
      if (why !== null) throw new PageError(403, why)
    }
    await next()
  }

/** Browsers send one of the two headers with each form, and no page can forge them. */
function whyForeign(publicUrl: string, origin: string | undefined, site: string | undefined): string | null {
  if (origin === undefined && site === undefined)
    return 'The browser did not say which site the form comes from, so nothing was done. Use a current browser.'
  if (site !== undefined && site !== 'same-origin')
    return 'The form comes from another site, so nothing was done.'
  if (origin !== undefined && origin !== new URL(publicUrl).origin)
    return `The form comes from another address, so nothing was done. Open the dashboard at ${publicUrl}/dashboard.`
  return null
}
