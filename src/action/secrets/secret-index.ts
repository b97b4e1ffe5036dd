import { foldText } from '../text/fold.ts'
import { encodingsOf, looksRandom, type SecretEncoding } from './secret-encodings.ts'

/** From `start` to before `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Finds the secrets of a run in a text, in all their encodings. Everything that leaves the run passes through here. */
export interface SecretIndex {
  add(secret: string): void
  /** Where secrets or recognizable pieces of them are, in order, without overlaps. */
  find(text: string): readonly Span[]
  /** The text with these secrets replaced. */
  redactKnown(text: string): string
}

/** Each encoding is indexed by all its substrings of this length. */
const GRAM = 4
/** The shortest encoding has eight characters, so one of its substrings starts at every fifth position of a match. */
const STRIDE = 5

interface Place {
  readonly encoding: SecretEncoding
  readonly index: number
  /** Another one with the same number. */
  readonly next: Place | undefined
}

export function indexSecrets(values: readonly string[] = []): SecretIndex {
  const known = new Set<string>()
  const places = new Map<number, Place>()
  const add = (secret: string): void => {
    if (known.has(secret)) return
    known.add(secret)
    for (const encoding of encodingsOf(secret)) addPlaces(places, encoding)
  }
  for (const value of values) add(value)
  const find = (text: string): readonly Span[] => (places.size === 0 ? [] : findIn(text, places))
  return { add, find, redactKnown: (text) => replaceSpans(text, find(text)) }
}

function addPlaces(places: Map<number, Place>, encoding: SecretEncoding): void {
  for (let index = encoding.secretStart; index + GRAM <= encoding.units.length; index += 1) {
    const gram = gramAt(encoding.units, index)
    places.set(gram, { encoding, index, next: places.get(gram) })
  }
}

/** Four characters as one number. Others may have the same number, so it only says where to look. */
const gramAt = (units: Uint16Array, index: number): number =>
  ((units[index] ?? 0) ^
    ((units[index + 1] ?? 0) << 8) ^
    ((units[index + 2] ?? 0) << 16) ^
    ((units[index + 3] ?? 0) << 24)) |
  0

function findIn(text: string, places: ReadonlyMap<number, Place>): Span[] {
  const { units, at } = foldText(text)
  const plain: Span[] = []
  const encoded: Span[] = []
  for (let index = 0; index + GRAM <= units.length; index += STRIDE) {
    for (let place = places.get(gramAt(units, index)); place !== undefined; place = place.next) {
      const shared = extend(units, index, place)
      if (shared === null) continue
      const start = at[shared.start] ?? 0
      const span = { start, end: (at[shared.end - 1] ?? start) + 1 }
      if (place.encoding.isPlain) plain.push(span)
      else encoded.push(span)
    }
  }
  return mergeSpans([...plain, ...widenAll(text, mergeSpans(encoded))])
}

function widenAll(text: string, spans: readonly Span[]): Span[] {
  const wide: Span[] = []
  for (const span of spans) {
    const done = wide.at(-1)?.end ?? 0
    if (span.end > done) wide.push(widen(text, span))
  }
  return wide
}

/** Extends a span over the rest of the encoded text: its outer characters mix bits of the secret and of its neighbours. */
function widen(text: string, { start, end }: Span): Span {
  let [first, last] = [start, end]
  while (/[\w+/-]/.test(text.charAt(first - 1)) && !isDiffPrefix(text, first - 1)) first -= 1
  while (/[\w+/=-]/.test(text.charAt(last))) last += 1
  return { start: first, end: last }
}

const isDiffPrefix = (text: string, index: number): boolean =>
  /[+-]/.test(text.charAt(index)) && (index === 0 || text.charAt(index - 1) === '\n')

/** The longest common substring of text and encoding around one that they share; `null`: too short or too ordinary. */
function extend(units: Uint16Array, found: number, { encoding, index }: Place): Span | null {
  const shared = (offset: number) => {
    const own = encoding.units[index + offset]
    return own !== undefined && own === units[found + offset]
  }
  let before = 0
  while (shared(before - 1)) before -= 1
  let after = 0
  while (shared(after)) after += 1
  const first = Math.max(index + before, encoding.secretStart)
  const length = index + after - first
  if (length < encoding.least) return null
  const isDistinctive =
    !encoding.isPlain ||
    length === encoding.units.length - encoding.secretStart ||
    looksRandom(String.fromCharCode(...encoding.units.subarray(first, index + after)))
  return isDistinctive ? { start: found + before, end: found + after } : null
}

/** In order, without overlaps. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last !== undefined && span.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    } else merged.push(span)
  }
  return merged
}

/** `spans`: in order, without overlaps. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  let clean = ''
  let done = 0
  for (const { start, end } of spans) {
    clean += `${text.slice(done, start)}***`
    done = end
  }
  return clean + text.slice(done)
}
