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

/** As the page of the run shows texts; a secret is looked for in this form, too. Pure. */
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

/** A path for a message: quoted where it holds what would break the line. */
export function showPath(path: string): string {
  return /[\p{Cc}\p{Cf}"\\]/u.test(path) ? JSON.stringify(path) : path
}

/** At most five paths by name. */
export function showPaths(paths: readonly string[]): string {
  const named = paths.slice(0, 5).map(showPath).join(', ')
  return paths.length > 5 ? `${named} and ${paths.length - 5} more` : named
}
