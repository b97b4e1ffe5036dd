import { cutHead, cutTail } from '../../contract/text.ts'

/**
 * Money for a person: at least cents and two digits that say something, since a step mostly costs less than a cent, and
 * no more digits than an estimate has. Programs get the number itself.
 */
export function describeMoney(usd: number): string {
  if (Number.isInteger(usd)) return `${usd} USD`
  if (usd < MIN_COUNT) return `under ${MIN_COUNT} USD`
  const digits = Math.max(2, 1 - Math.floor(Math.log10(usd)))
  return `${usd.toFixed(digits)} USD`
}

const MIN_COUNT = 0.0001

/** `1 step`, `2 steps`. */
export const countOf = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Formats text as the page of the run shows it. Secrets are also searched for in this form. Pure. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark)

/** Keeps head and tail of a text longer than `maxLength` characters and says how much is missing between them. Pure. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const half = Math.floor(maxLength / 2)
  const head = cutHead(text, half)
  const tail = cutTail(text, half)
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`
}

/** Cuts to one short text. What leaves the runner has no secret in it by then. */
export const truncateLine = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`

/** The value with the replacement character for each half of a surrogate pair, in all of its texts and names. Pure. */
export function wellFormed<T>(value: T): T
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map((item) => wellFormed<unknown>(item))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name.toWellFormed(), wellFormed<unknown>(item)]),
  )
}

/** A path for a message: quoted where it holds what would break the line. */
export function showPath(path: string): string {
  return /[\p{Cc}\p{Cf}"\\]/u.test(path) ? JSON.stringify(path) : path
}

/** At most five paths by name. */
export function showPaths(paths: readonly string[]): string {
  const named = paths.slice(0, 5).map(showPath).join(', ')
  return paths.length > 5 ? `${named} and ${paths.length - 5} more` : named
}

/** What was thrown, as a text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What was thrown, with where it came from: for the log. */
export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
