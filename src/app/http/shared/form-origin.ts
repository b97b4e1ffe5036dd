import type { Context } from 'hono'

/** Where a form comes from; `unknown`: the browser does not say. */
type FormOrigin = 'own-page' | 'unknown' | 'other-site' | 'other-address'

/**
 * Browsers send one of the two headers with each form, and no page can forge them. `Origin: null` says nothing: an extension
 * or a proxy that sets `Referrer-Policy: no-referrer` makes it of ours, and a frame of another site sends it, too. Then
 * `Sec-Fetch-Site` decides: https://fetch.spec.whatwg.org/#append-a-request-origin-header
 */
export function formOrigin(c: Pick<Context, 'req'>, publicUrl: string): FormOrigin {
  const sent = c.req.header('origin')
  const origin = sent === 'null' ? undefined : sent
  const site = c.req.header('sec-fetch-site')
  if (origin === undefined && site === undefined) return 'unknown'
  if (site !== undefined && site !== 'same-origin') return 'other-site'
  return origin === undefined || origin === new URL(publicUrl).origin ? 'own-page' : 'other-address'
}
