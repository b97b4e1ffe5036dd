import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { DashboardEnv } from './view.ts'

/**
 * With the prefix `__Host-` a browser takes a cookie from this host only, not from a sibling domain, and only over TLS. On
 * plain http, which is accepted on loopback, it would take none.
 */
const cookieName = ({ publicUrl }: { readonly publicUrl: string }, name: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name

export const readCookie = (
  c: Context<DashboardEnv>,
  deps: { readonly publicUrl: string },
  name: string,
): string | undefined => getCookie(c, cookieName(deps, name))

/** `seconds`: 0 deletes it. */
export function writeCookie(
  c: Context<DashboardEnv>,
  deps: { readonly publicUrl: string },
  { name, value, seconds }: { readonly name: string; readonly value: string; readonly seconds: number },
): void {
  setCookie(c, cookieName(deps, name), value, {
    path: '/',
    httpOnly: true,
    secure: deps.publicUrl.startsWith('https:'),
    sameSite: 'Lax',
    maxAge: seconds,
  })
}
