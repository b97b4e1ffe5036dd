/** What a password, a token or a path is written with. */
const PART = /[!#-&*-:=-Z\\^_a-z|~]/
/** A run of so many of them is no secret, but all there is to show. */
const MAX_LENGTH = 4096

/**
 * The beginning of a text, at most so many characters, and cut through no run that may be a secret: whoever takes
 * secrets out of it afterwards would not know one by its half. Pure.
 */
export function cutHead(text: string, most: number): string {
  const place = Math.max(0, Math.floor(most))
  return text.length <= place ? text : text.slice(0, runAround(text, place).start).toWellFormed()
}

/** The same of the end of a text. Pure. */
export function cutTail(text: string, most: number): string {
  const place = text.length - Math.max(0, Math.floor(most))
  return place <= 0 ? text : text.slice(runAround(text, place).end).toWellFormed()
}

/** Of the run that goes on over this place; where there is none that may be a secret, the place itself. */
function runAround(text: string, place: number): { readonly start: number; readonly end: number } {
  const isPart = (at: number) => PART.test(text.charAt(at))
  if (!isPart(place - 1) || !isPart(place)) return { start: place, end: place }
  let [start, end] = [place - 1, place + 1]
  while (isPart(start - 1) && end - start < MAX_LENGTH) start -= 1
  while (isPart(end) && end - start < MAX_LENGTH) end += 1
  return end - start < MAX_LENGTH ? { start, end } : { start: place, end: place }
}
