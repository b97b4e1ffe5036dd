import type { Span } from './secret-index.ts'

/** A space, also as URLs and JSON write it. */
const SPACE = /(?: |\+|%20|\\u0020)/.source
const MARK = new RegExp(
  `-----(BEGIN|END)(?:${SPACE}[A-Z0-9]{1,20}){0,4}${SPACE}PRIVATE${SPACE}KEY(?:${SPACE}BLOCK)?-----`,
  'g',
)
/** A part of the key itself, on one line. Encoders escape `+` and `/`. */
const BODY = /(?:[A-Za-z0-9+/]|\\\/|%2[BFbf]|\\u002[BFbf]|&#(?:4[37]|x2[BFbf]);){40,}/g
/** The last line, shorter than the others. */
const LAST_LINE = /(?:\\[nr]|%0[ADad]|\s|["'])*(?:[A-Za-z0-9+/]|%2[BFbf]){1,39}(?:=|%3[Dd]){0,2}/y

/** Up to four lines of headers (Proc-Type, DEK-Info, Version) may be between the first line and the key. */
const MAX_HEADERS = 4
const LONGEST_HEADERS = 500
/** Between two lines of the key: line ends, indentation, quotes. */
const LONGEST_GAP = 100
/** No key is longer. */
const LONGEST_KEY = 32_768

/**
 * The private keys in a text, also those of which a cut left only the beginning or the end. The first line alone is no key: it
 * appears in texts about keys. Pure.
 */
export function findPrivateKeys(text: string): Span[] {
  const marks = [...text.matchAll(MARK)].map(({ index, 0: line, 1: side }) => ({
    ...{ start: index, end: index + line.length },
    isHead: side === 'BEGIN',
  }))
  const keys: Span[] = []
  for (const [at, { start, end, isHead }] of marks.entries()) {
    const before = Math.max(keys.at(-1)?.end ?? 0, marks[at - 1]?.end ?? 0, start - LONGEST_KEY)
    const next = marks[at + 1]
    if (isHead) {
      const last = lastOf(text, end, Math.min(next?.start ?? text.length, end + LONGEST_KEY))
      if (last !== null) keys.push({ start, end: next?.isHead === false ? next.end : last })
    } else if ((keys.at(-1)?.end ?? 0) < end) {
      const first = firstOf(text, before, start)
      if (first !== null) keys.push({ start: first, end })
    }
  }
  return keys
}

/** Where the key ends that begins before `to`; `null`: there is none. */
function lastOf(text: string, from: number, to: number): number | null {
  const part = text.slice(from, to)
  let last: number | null = null
  for (const { index, 0: body } of part.matchAll(BODY)) {
    const gap = part.slice(last ?? 0, index)
    if (last === null ? !areHeaders(gap) : gap.length > LONGEST_GAP) break
    last = index + body.length
  }
  if (last === null) return null
  LAST_LINE.lastIndex = last
  return from + last + (LAST_LINE.exec(part)?.[0].length ?? 0)
}

/** Three dots after the first line are what a manual shows instead of the key. */
const areHeaders = (gap: string): boolean =>
  gap.length <= LONGEST_HEADERS &&
  gap.split('\n').length <= MAX_HEADERS + 2 &&
  !/^(?:\\[nr]|[^A-Za-z0-9.…\\])*(?:\.{3}|…)/.test(gap)

/** Where the key begins that ends at `to`; `null`: there is none. */
function firstOf(text: string, from: number, to: number): number | null {
  let first = to
  for (const { index, 0: body } of [...text.slice(from, to).matchAll(BODY)].reverse()) {
    if (first - (from + index + body.length) > LONGEST_GAP) break
    first = from + index
  }
  return first === to ? null : first
}
