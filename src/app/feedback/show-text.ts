import { asOneLine, neutralize, shorten } from '../../sanitize/neutralize.ts'

/** A text of a person, a model or a program in one line of Markdown, without effect on GitHub. Pure. */
export const oneLine = (text: string, repositoryUrl: string, limit: number): string =>
  shorten(neutralize(asOneLine(text), repositoryUrl).replaceAll('`', "'"), limit)

/** GitHub's rule for logins, with the underscore of managed accounts. Anything else is no mention. */
export const mention = (login: string, repositoryUrl: string): string =>
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(login) ? `@${login}` : oneLine(login, repositoryUrl, 100)

/** `1 file`, `2 files`. */
export const count = (n: number, thing: string): string => `${n} ${thing}${n === 1 ? '' : 's'}`

const MIN_SHOWN = 0.0001

/** At least cents and two significant digits, since a step mostly costs less than a cent. */
export function money(usd: number): string {
  if (Number.isInteger(usd)) return `$${usd}`
  if (usd < MIN_SHOWN) return `under $${MIN_SHOWN}`
  const digits = Math.max(2, 1 - Math.floor(Math.log10(usd)))
  return `$${usd.toFixed(digits).replace(/(\.\d\d)0+$/, '$1')}`
}

/** Rounded, because nobody needs the seconds of ten minutes. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Hides a part of a comment until somebody opens it. The blank lines make GitHub read it as Markdown. */
export const folded = (title: string, body: string): string =>
  `<details><summary>${title}</summary>\n\n${body}\n\n</details>`
