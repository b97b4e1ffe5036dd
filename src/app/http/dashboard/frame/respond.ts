import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import type { Assets } from '../assets/assets.ts'
import { clearFlash, readFlash, writeFlash } from './flash-cookie.ts'
import type { Html } from './html.ts'
import { type Flash, layout, type PageContent } from './layout.ts'
import { pageHeaders } from './security-headers.ts'
import { type DashboardEnv, linkTo, viewOf } from './view.ts'

/** What every answer needs. */
export interface RespondDeps {
  readonly assets: Assets
  readonly publicUrl: string
  readonly installUrl: () => Promise<string | null>
}

export type PageStatus = 200 | 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503

/** UTF-16 units of a long page. */
const LONG = 256 * 1024

/** A whole page. */
export async function render(
  deps: RespondDeps,
  c: Context<DashboardEnv>,
  content: PageContent,
  status: PageStatus = 200,
): Promise<Response> {
  const view = viewOf(c)
  const flash = readFlash(c, deps)
  if (flash !== null) clearFlash(c, deps)
  const installUrl = view.viewer === null ? null : await deps.installUrl()
  // To draw a long prompt of a form that was refused, and to put it into the page, takes a turn of the event loop each.
  if (String(content.body).length > LONG) await nextTurn()
  const text = await layout(view, content, { assets: deps.assets, flash, installUrl })
  return c.body(String(text), status, pageHeaders(view.nonce))
}

/** A part of a page, for a request of htmx (`isPart`). */
export async function renderPart(
  c: Context<DashboardEnv>,
  part: Html,
  status: PageStatus = 200,
): Promise<Response> {
  return c.body(String(await part), status, pageHeaders(viewOf(c).nonce))
}

/** The part of the page is still the one that the request names with `If-None-Match`. */
export const unchanged = (c: Context<DashboardEnv>): Response =>
  c.body(null, 304, { 'cache-control': 'no-store' })

/** Whether htmx asks for a part of a page. Otherwise, and without JavaScript, the answer is the whole page. */
export const isPart = (c: Context<DashboardEnv>): boolean => c.req.header('hx-request-type') === 'partial'

/** The answer to a form: the next page, which shows what was done. `path` is below `/dashboard`. */
export function redirectWithFlash(
  deps: RespondDeps,
  c: Context<DashboardEnv>,
  path: string,
  flash: Flash,
): Response {
  writeFlash(c, deps, flash)
  return redirectTo(c, path)
}

function redirectTo(c: Context<DashboardEnv>, path: string): Response {
  c.header('cache-control', 'no-store')
  return c.redirect(linkTo(viewOf(c), path), 303)
}
