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
