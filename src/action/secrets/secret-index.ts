import { foldText } from '../text/fold-text.ts'
import { encodingsOf, looksRandom, type SecretEncoding } from './secret-encodings.ts'

/** From `start` to before `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The one place that knows the secrets of a run in all their forms; whatever leaves the run is looked through here. */
export interface SecretIndex {
  add(secret: string): void
  /** Where one of them stands, whole or a telling piece of it; in order, none touching another. */
  find(text: string): readonly Span[]
  /** The text without any of them. */
  redact(text: string): string
}

/** Every form is known by all its runs of so many characters. */
const GRAM = 4
/** The shortest form has eight characters: a text that holds it has one of its runs at one of every five places. */
const STRIDE = 5

interface Place {
  readonly form: SecretEncoding
  readonly index: number
}

export function indexSecrets(values: readonly string[] = []): SecretIndex {
  const known = new Set<string>()
  const places = new Map<number, Place[]>()
  const add = (secret: string): void => {
    if (known.has(secret)) return
    known.add(secret)
    for (const form of encodingsOf(secret)) note(places, form)
  }
  for (const value of values) add(value)
  const find = (text: string): readonly Span[] => (places.size === 0 ? [] : findIn(text, places))
  return { add, find, redact: (text) => replaceSpans(text, find(text)) }
}

function note(places: Map<number, Place[]>, form: SecretEncoding): void {
  for (let index = form.core; index + GRAM <= form.units.length; index += 1) {
    const gram = gramAt(form.units, index)
    const noted = places.get(gram)
    if (noted === undefined) places.set(gram, [{ form, index }])
    else noted.push({ form, index })
  }
}

/** Four characters as one number. Two kinds of them may share it, so it only says where to look. */
const gramAt = (units: Uint16Array, index: number): number =>
  ((units[index] ?? 0) ^
    ((units[index + 1] ?? 0) << 8) ^
    ((units[index + 2] ?? 0) << 16) ^
    ((units[index + 3] ?? 0) << 24)) |
  0

function findIn(text: string, places: ReadonlyMap<number, readonly Place[]>): Span[] {
  const { units, at } = foldText(text)
  const plain: Span[] = []
  const encoded: Span[] = []
  for (let index = 0; index + GRAM <= units.length; index += STRIDE) {
    for (const place of places.get(gramAt(units, index)) ?? []) {
      const shared = extend(units, index, place)
      if (shared === null) continue
      const start = at[shared.start] ?? 0
      const span = { start, end: (at[shared.end - 1] ?? start) + 1 }
      if (place.form.isPlain) plain.push(span)
      else encoded.push(span)
    }
  }
  return merge([...plain, ...widenAll(text, merge(encoded))])
}

function widenAll(text: string, spans: readonly Span[]): Span[] {
  const wide: Span[] = []
  for (const span of spans) {
    const done = wide.at(-1)?.end ?? 0
    if (span.end > done) wide.push(widen(text, span))
  }
  return wide
}

/** Over the rest of what is encoded: its first and last characters hold bits of the secret and of its neighbours. */
function widen(text: string, { start, end }: Span): Span {
  let [first, last] = [start, end]
  while (/[\w+/-]/.test(text.charAt(first - 1)) && !isDiffMark(text, first - 1)) first -= 1
  while (/[\w+/=-]/.test(text.charAt(last))) last += 1
  return { start: first, end: last }
}

const isDiffMark = (text: string, index: number): boolean =>
  /[+-]/.test(text.charAt(index)) && (index === 0 || text.charAt(index - 1) === '\n')

/** The longest common run of text and form around one that they share; `null`: it tells nothing. */
function extend(units: Uint16Array, found: number, { form, index }: Place): Span | null {
  const shared = (offset: number) => {
    const own = form.units[index + offset]
    return own !== undefined && own === units[found + offset]
  }
  let before = 0
  while (shared(before - 1)) before -= 1
  let after = 0
  while (shared(after)) after += 1
  const first = Math.max(index + before, form.core)
  const length = index + after - first
  if (length < form.least) return null
  const isTelling =
    !form.isPlain ||
    length === form.units.length - form.core ||
    looksRandom(String.fromCharCode(...form.units.subarray(first, index + after)))
  return isTelling ? { start: found + before, end: found + after } : null
}

function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last !== undefined && span.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    } else merged.push(span)
  }
  return merged
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  let clean = ''
  let done = 0
  for (const { start, end } of spans) {
    clean += `${text.slice(done, start)}***`
    done = end
  }
  return clean + text.slice(done)
}
