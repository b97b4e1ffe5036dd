import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { type Actor, personInDashboard } from '../../../audit/actor.ts'
import type { Access, AccountAccess } from '../../../sessions/access.ts'
import type { Session } from '../../../sessions/sessions.ts'
import type { Env } from '../../shared/json-body.ts'

/** A person who is signed in, and what GitHub permits them. */
export interface Viewer {
  readonly session: Session
  /** What the request may rely on. For a write, only what it has confirmed, see `guard.ts`. */
  readonly access: Access
  /** What a form offers: also what GitHub said of other repositories a few minutes ago. */
  readonly listed: Access
}

/** What every page needs to be drawn. Functions that draw get it, and never the request. */
export interface View {
  /** Of this response. Every element with an `hx-…` attribute must carry `hx-nonce="${view.nonce}"`. */
  readonly nonce: string
  /** BCP 47, for numbers and dates. */
  readonly locale: string
  /** The path of the page, without its query. */
  readonly path: string
  readonly now: number
  /** IP address of the reader. */
  readonly address: string
  /** `null` on the pages before the sign-in. */
  readonly viewer: Viewer | null
  /** The account of the page: the one that the query names, otherwise the first; `null`: the person has none. */
  readonly account: AccountAccess | null
}

export type SignedInView = View & { readonly viewer: Viewer }

export type DashboardEnv = Env & {
  Variables: {
    view: View
    /** The posted form, after it has been read. */
    form?: URLSearchParams
  }
}

/** Every request has a view; `viewer` is `null` until somebody has signed in. */
export const withView =
  (deps: {
    readonly now: () => number
    readonly addressOf: (request: IncomingMessage) => string
  }): MiddlewareHandler<DashboardEnv> =>
  async (c, next) => {
    c.set('view', {
      nonce: randomBytes(16).toString('base64'),
      locale: localeOf(c.req.header('accept-language')),
      path: c.req.path,
      now: deps.now(),
      address: deps.addressOf(c.env.incoming),
      viewer: null,
      account: null,
    })
    await next()
  }

/** The language of the reader, where `Intl` knows it. */
function localeOf(acceptLanguage: string | undefined): string {
  const first = acceptLanguage?.split(',', 1)[0]?.split(';', 1)[0]?.trim() ?? ''
  try {
    return Intl.NumberFormat.supportedLocalesOf(first)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

export const viewOf = (c: Context<DashboardEnv>): View => c.get('view')

/** On every page but those before the sign-in. */
export function signedInView(c: Context<DashboardEnv>): SignedInView {
  const view = viewOf(c)
  if (view.viewer === null) throw new Error('this page is served without sign-in: it has no viewer')
  return { ...view, viewer: view.viewer }
}

/** Who does what the request asks for. */
export const actorIn = ({ viewer, address }: SignedInView): Actor =>
  personInDashboard(viewer.session.record.person, address)

/** A link within the dashboard that keeps the account. `path` may have a query. */
export function linkTo(view: View, path: string): string {
  const isOnly = (view.viewer?.access.accounts.length ?? 0) < 2
  return isOnly ? `/dashboard${path}` : formTo(view, path)
}

/** Where a form is posted. It always names its account: the person may get a second one while the form is open. */
export function formTo({ account, viewer }: View, path: string): string {
  const href = `/dashboard${path}`
  if (account === null || viewer === null) return href
  return `${href}${href.includes('?') ? '&' : '?'}account=${encodeURIComponent(account.login)}`
}
