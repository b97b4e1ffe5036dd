/** A character that may occur in a password, a token or a path. */
const SECRET_CHARACTER = /[!#-&*-:=-Z\\^_a-z|~]/
/** No secret is longer: a longer sequence is cut like any other text, or nothing would be left of it. */
const MAX_SECRET_LENGTH = 4096

/**
 * The beginning of a text, at most `most` characters. A sequence of characters that may be a secret is never cut in the
 * middle: redaction, which follows later, would not recognise one half of a secret. Pure.
 */
export function cutHead(text: string, most: number): string {
  const place = Math.max(0, Math.floor(most))
  return text.length <= place ? text : text.slice(0, runAround(text, place).start).toWellFormed()
}

/** The end of a text, cut in the same way. Pure. */
export function cutTail(text: string, most: number): string {
  const place = text.length - Math.max(0, Math.floor(most))
  return place <= 0 ? text : text.slice(runAround(text, place).end).toWellFormed()
}

/** The possible secret that spans this place, or else the place itself. */
function runAround(text: string, place: number): { readonly start: number; readonly end: number } {
  const isPart = (at: number) => SECRET_CHARACTER.test(text.charAt(at))
  if (!isPart(place - 1) || !isPart(place)) return { start: place, end: place }
  let [start, end] = [place - 1, place + 1]
  while (isPart(start - 1) && end - start < MAX_SECRET_LENGTH) start -= 1
  while (isPart(end) && end - start < MAX_SECRET_LENGTH) end += 1
  return end - start < MAX_SECRET_LENGTH ? { start, end } : { start: place, end: place }
}

/**
 * A whole number with commas: `1,000`. Not by `toLocaleString`, whose first call takes 13 ms: schemas have numbers in their
 * texts, so every start would pay for it.
 */
export const groupDigits = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

/**
 * The text of a file in UTF-8, or in UTF-16 if it has a byte order mark, as Windows PowerShell writes it. The mark is no part
 * of it. Pure.
 */
export function decodeMarked(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return new TextDecoder(isWide ? `utf-16${first === 0xff ? 'le' : 'be'}` : 'utf-8').decode(bytes)
}
