/** `indexOf` takes minutes for a longer text that repeats itself: its work is the product of both lengths. */
const LONG = 256

interface FindOptions {
  /** How far behind the start of a match the search continues, at least 1. */
  readonly advance: number
  /** Stops after so many matches. */
  readonly max: number
}

/** The offsets of a text, not an empty one, in another, in order. The work is linear in both lengths. Pure. */
export function indexOfAll(text: string, sought: string, { advance, max }: FindOptions): number[] {
  const search = sought.length > LONG ? searchLong : searchShort
  const offsets: number[] = []
  for (const at of search(text, sought, advance)) {
    offsets.push(at)
    if (offsets.length >= max) break
  }
  return offsets
}

function* searchShort(text: string, sought: string, advance: number): Generator<number> {
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + advance)) yield at
}

/** The algorithm of Knuth, Morris and Pratt: after a mismatch, no character of the text is read again. */
function* searchLong(text: string, sought: string, advance: number): Generator<number> {
  const borders = bordersOf(sought)
  let next = 0
  let matched = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    while (matched > 0 && sought.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0
    if (sought.charCodeAt(matched) === code) matched += 1
    if (matched < sought.length) continue
    const start = at + 1 - matched
    if (start >= next) {
      yield start
      next = start + advance
    }
    matched = borders[matched - 1] ?? 0
  }
}

/** For each prefix of a text, the length of its longest proper prefix that is also its suffix. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length)
  let length = 0
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    while (length > 0 && text.charCodeAt(length) !== code) length = borders[length - 1] ?? 0
    if (text.charCodeAt(length) === code) length += 1
    borders[at] = length
  }
  return borders
}
