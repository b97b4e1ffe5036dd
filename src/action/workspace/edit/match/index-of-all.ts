/** Longer than this, what repeats itself would cost `indexOf` minutes: its work grows by both lengths multiplied. */
const LONG = 256

interface FindOptions {
  /** How far behind the beginning of one place the next is looked for; at least 1. */
  readonly advance: number
  /** Where to stop counting. */
  readonly most: number
}

/** Where a text, not an empty one, stands in another, in order. The work is linear in both lengths. Pure. */
export function indexOfAll(text: string, wanted: string, { advance, most }: FindOptions): number[] {
  const search = wanted.length > LONG ? searchLong : searchShort
  const offsets: number[] = []
  for (const at of search(text, wanted, advance)) {
    offsets.push(at)
    if (offsets.length >= most) break
  }
  return offsets
}

function* searchShort(text: string, wanted: string, advance: number): Generator<number> {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + advance)) yield at
}

/** Knuth, Morris and Pratt: no character of the text is looked at again after one that did not fit. */
function* searchLong(text: string, wanted: string, advance: number): Generator<number> {
  const borders = bordersOf(wanted)
  let next = 0
  let fits = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    while (fits > 0 && wanted.charCodeAt(fits) !== code) fits = borders[fits - 1] ?? 0
    if (wanted.charCodeAt(fits) === code) fits += 1
    if (fits < wanted.length) continue
    const start = at + 1 - fits
    if (start >= next) {
      yield start
      next = start + advance
    }
    fits = borders[fits - 1] ?? 0
  }
}

/** For each beginning of a text, how much of its end is its beginning, too. */
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
