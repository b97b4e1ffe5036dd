import { createPrivateKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { parseIpRange } from '../../net/ip-address.ts'
import { parseReusableWorkflow } from '../domain/reusable-workflow.ts'

/** Types of environment variables. `what` tells how to set a variable that is missing or wrong. */

export const required = (what: string) => z.string({ error: what }).trim().min(1, { error: what })

export function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

interface Bounds {
  readonly min: number
  readonly max?: number
  readonly whole?: boolean
}

export const given = ({ min, max = Number.MAX_SAFE_INTEGER, whole = false }: Bounds, what: string) =>
  z
    .string({ error: what })
    // `Number` reads white space as 0, which turns a limit off.
    .transform((text) => (text.trim() === '' ? Number.NaN : Number(text)))
    .refine((value) => value >= min && value <= max && (!whole || Number.isInteger(value)), { error: what })

export const number = (fallback: number, bounds: Bounds, what: string) =>
  given(bounds, what).default(fallback)

/** Converts days to milliseconds, and 0 (never) to `null`. */
export const days = (fallback: number) =>
  number(
    fallback,
    { min: 0, max: 36_500, whole: true },
    'set it to a number of days, or 0 for never',
  ).transform((count) => (count === 0 ? null : count * 86_400_000))

const list = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

export const addressRanges = z.string().transform((text, context) =>
  list(text).flatMap((item) => {
    const read = parseIpRange(item)
    if (read.kind === 'range') return [read.range]
    context.addIssue({ code: 'custom', message: read.why })
    return []
  }),
)

/**
 * A GitHub login. Old logins may have hyphens anywhere, and logins of managed users contain an underscore:
 * https://docs.github.com/en/enterprise-cloud@latest/admin/concepts/identity-and-access-management/username-considerations-for-external-authentication
 */
const LOGIN = /^[a-z\d_-]{1,39}$/

/** Files at a commit, as `owner/name/.github/workflows/FILE@SHA`. */
export const reusableWorkflows = z.string().transform((text, context) =>
  list(text).flatMap((item) => {
    const read = parseReusableWorkflow(item)
    if (read !== null) return [read]
    const message = `${item} is not a reusable workflow at a commit; write it as owner/name/.github/workflows/FILE@SHA, with the full SHA of the commit`
    context.addIssue({ code: 'custom', message })
    return []
  }),
)

/** Logins in lower case, numeric ids, or `*`. */
export const accounts = (what: string) =>
  required(what).transform((text, context) => {
    const items = list(text.toLowerCase())
    if (items.length === 0) return refuse(context, what)
    const wrong = items.find((item) => item !== '*' && !LOGIN.test(item))
    if (items.length > 1 && items.includes('*'))
      return refuse(context, '* already allows every account; set it to * alone, or to the names without it')
    if (wrong === undefined) return items
    return refuse(
      context,
      `${JSON.stringify(wrong)} is not a valid login; write logins or ids as on GitHub, for example acme`,
    )
  })

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** As people write it. `URL` repairs other forms, but they are compared as texts: as the audience of tokens, for example. */
const PLAIN = /^https?:\/\/(?!.*\/\.\.?(?:\/|$))[^\s?#\\@]+$/i

/** A URL of this server or of GitHub, without a trailing slash. */
export const httpsUrl = (what: string) =>
  z.string({ error: what }).transform((given, context) => {
    const text = given.trim()
    const url = URL.canParse(text) ? new URL(text) : null
    const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
    if (url === null || !isSafe)
      return refuse(context, `${what}; it must be https:// (http:// only on loopback)`)
    // The message does not repeat the URL, because it may occur in logs and on pages.
    if (url.username !== '' || url.password !== '')
      return refuse(context, 'it must not contain a user name or password')
    if (url.search !== '' || url.hash !== '') return refuse(context, `${what}; it must not contain ? or #`)
    if (!PLAIN.test(text))
      return refuse(context, `write it as ${url.origin}${url.pathname}`.replace(/\/+$/, ''))
    return text.replace(/\/+$/, '')
  })

/** As `httpsUrl`, but without a path. */
export const httpsOrigin = (what: string) =>
  httpsUrl(what).transform((text, context) => {
    const { origin, pathname } = new URL(text)
    return pathname === '/' ? text : refuse(context, `it must not contain a path; set it to ${origin}`)
  })

type ReadPrivateKey =
  | { readonly kind: 'valid'; readonly pem: string }
  | { readonly kind: 'invalid'; readonly why: string }

/** Detected in the text, because OpenSSL would ask for the passphrase on the terminal. */
const ENCRYPTED = /^(-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED)/m

/** Parses the private key of a GitHub App. Many secret stores keep it on one line, with `\n` for its line breaks. */
export function readPrivateKey(text: string): ReadPrivateKey {
  const pem = text.replaceAll('\\n', '\n')
  if (ENCRYPTED.test(pem)) return invalid('it is encrypted')
  const type = parse(pem)?.asymmetricKeyType
  if (type === undefined) return invalid('it contains no PEM private key')
  return type === 'rsa' ? { kind: 'valid', pem } : invalid(`it must be an RSA key, but its type is ${type}`)
}

function parse(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}

const invalid = (why: string): ReadPrivateKey => ({
  kind: 'invalid',
  why: `${why}; set it to the .pem file as GitHub generated it`,
})
