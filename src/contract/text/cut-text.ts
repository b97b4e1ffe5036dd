/** A character that may occur in a password, a token or a path. */
const PART = /[!#-&*-:=-Z\\^_a-z|~]/
/** No secret is longer: a longer sequence is cut like any other text, or nothing would be left of it. */
const MAX_LENGTH = 4096

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
  const isPart = (at: number) => PART.test(text.charAt(at))
  if (!isPart(place - 1) || !isPart(place)) return { start: place, end: place }
  let [start, end] = [place - 1, place + 1]
  while (isPart(start - 1) && end - start < MAX_LENGTH) start -= 1
  while (isPart(end) && end - start < MAX_LENGTH) end += 1
  return end - start < MAX_LENGTH ? { start, end } : { start: place, end: place }
}
