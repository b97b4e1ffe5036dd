import type { Context } from 'hono'
import { z } from 'zod'
import { type CookieDeps, readCookie, writeCookie } from './cookies.ts'
import type { Flash } from './layout.ts'
import type { DashboardEnv } from './view.ts'

const NAME = 'prentice-flash'
const FlashCookie = z.object({ tone: z.enum(['success', 'danger']), text: z.string().max(500) })

/** The result of the previous request, which the next page shows once. */
export function readFlash(c: Context<DashboardEnv>, deps: CookieDeps): Flash | null {
  const value = readCookie(c, deps, NAME)
  if (value === undefined) return null
  try {
    return FlashCookie.parse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')))
  } catch {
    return null
  }
}

export function writeFlash(c: Context<DashboardEnv>, deps: CookieDeps, { tone, text }: Flash): void {
  const value = Buffer.from(JSON.stringify({ tone, text: text.slice(0, 500) })).toString('base64url')
  writeCookie(c, deps, { name: NAME, value, seconds: 60 })
}

export const clearFlash = (c: Context<DashboardEnv>, deps: CookieDeps): void =>
  writeCookie(c, deps, { name: NAME, value: '', seconds: 0 })
