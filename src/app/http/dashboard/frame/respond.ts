import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { cookieName } from '../../shared/cookie-name.ts'
import { HttpError } from '../../shared/http-error.ts'
import type { Html } from './html.ts'
import { type Flash, layout, type PageContent } from './layout.ts'
import type { PageDeps } from './page-module.ts'
import { type DashboardEnv, linkTo, viewOf } from './view.ts'

export type PageStatus = 200 | 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503

/** UTF-16 units of a long page. */
const LONG = 256 * 1024

/** A whole page. */
export async function render(
  deps: Pick<PageDeps, 'assets' | 'publicUrl' | 'installUrl'>,
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
  deps: Pick<PageDeps, 'publicUrl'>,
  c: Context<DashboardEnv>,
  path: string,
  flash: Flash,
): Response {
  writeFlash(c, deps, flash)
  return redirectTo(c, path)
}

export function redirectTo(c: Context<DashboardEnv>, path: string): Response {
  c.header('cache-control', 'no-store')
  return c.redirect(linkTo(viewOf(c), path), 303)
}

const NAME = 'prentice-flash'
const FlashCookie = z.object({ tone: z.enum(['success', 'danger']), text: z.string().max(500) })

/** The result of the previous request, which the next page shows once. */
function readFlash(c: Context<DashboardEnv>, deps: Pick<PageDeps, 'publicUrl'>): Flash | null {
  const value = readCookie(c, deps, NAME)
  if (value === undefined) return null
  try {
    return FlashCookie.parse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')))
  } catch {
    return null
  }
}

function writeFlash(
  c: Context<DashboardEnv>,
  deps: Pick<PageDeps, 'publicUrl'>,
  { tone, text }: Flash,
): void {
  const value = Buffer.from(JSON.stringify({ tone, text: text.slice(0, 500) })).toString('base64url')
  writeCookie(c, deps, { name: NAME, value, seconds: 60 })
}

const clearFlash = (c: Context<DashboardEnv>, deps: Pick<PageDeps, 'publicUrl'>): void =>
  writeCookie(c, deps, { name: NAME, value: '', seconds: 0 })

export const readCookie = (
  c: Context<DashboardEnv>,
  deps: Pick<PageDeps, 'publicUrl'>,
  name: string,
): string | undefined => getCookie(c, cookieName(deps.publicUrl, name))

/** `seconds`: 0 deletes it. */
export function writeCookie(
  c: Context<DashboardEnv>,
  deps: Pick<PageDeps, 'publicUrl'>,
  { name, value, seconds }: { readonly name: string; readonly value: string; readonly seconds: number },
): void {
  setCookie(c, cookieName(deps.publicUrl, name), value, {
    path: '/',
    httpOnly: true,
    secure: deps.publicUrl.startsWith('https:'),
    sameSite: 'Lax',
    maxAge: seconds,
  })
}

/**
 * Headers of a page: scripts and styles of this server only, no frame, no inline code, and only htmx may write HTML, for
 * elements that carry the nonce (its extension hx-csp). Never kept: pages show what one person may see.
 */
const pageHeaders = (nonce: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types htmx',
  ].join('; '),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  // Forms need their `Origin` header; other sites learn nothing.
  'referrer-policy': 'same-origin',
  vary: 'cookie, hx-request, hx-request-type',
})

/**
 * An error whose text is written for people: what is wrong and what to do, as sentences. The texts of other errors are for
 * callers of the API, and a page does not show them.
 */
export class PageError extends HttpError {}

/** The App is not installed on any account of the person: the page says how to begin. */
export class NoAccount extends PageError {}

export const UNREADABLE_FORM = 'The server cannot read this form. Load the page again, then send it.'
