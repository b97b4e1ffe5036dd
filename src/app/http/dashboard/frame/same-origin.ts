import type { MiddlewareHandler } from 'hono'
import { FRAME_WORDS } from '../words/frame-words.ts'
import { PageError } from './page-error.ts'
import { type DashboardEnv, type View, viewOf } from './view.ts'

/** Refuses writes that do not come from a page of this server. */
export const onlySameOrigin =
  ({ publicUrl }: { readonly publicUrl: string }): MiddlewareHandler<DashboardEnv> =>
  async (c, next) => {
    const { method } = c.req
    if (method !== 'GET' && method !== 'HEAD') {
      const why = whyForeign(viewOf(c), publicUrl, c.req.header('origin'), c.req.header('sec-fetch-site'))
      if (why !== null) throw new PageError(403, why)
    }
    await next()
  }

/** Browsers send one of the two headers with each form, and no page can forge them. */
function whyForeign(
  view: View,
  publicUrl: string,
  origin: string | undefined,
  site: string | undefined,
): string | null {
  const words = view.say(FRAME_WORDS)
  if (origin === undefined && site === undefined) return words.unknownSite
  if (site !== undefined && site !== 'same-origin') return words.foreignForm
  if (origin !== undefined && origin !== new URL(publicUrl).origin)
    return words.foreignAddress(`${publicUrl}/dashboard`)
  return null
}
