/** Keys from `first` (inclusive) to `end` (exclusive; `null`: to the last key), in the order of their UTF-8 bytes. */
interface KeyRange {
  readonly first: string
  readonly end: string | null
}

export function keyRange(prefix: string, after?: string): KeyRange {
  const isInside = after !== undefined && Buffer.compare(Buffer.from(after), Buffer.from(prefix)) >= 0
  return { first: isInside ? keyAfter(after) : prefix, end: prefixEnd(prefix) }
}

/** Nothing lies between a key and that key followed by a zero byte. */
export const keyAfter = (key: string): string => `${key}\u0000`

/**
 * The first key after all keys that start with `prefix`; `null` if there is none. Keys are sorted by their UTF-8 bytes,
 * which is the order of code points, so the last code point that has a successor is replaced by it.
 */
function prefixEnd(prefix: string): string | null {
  const points = Array.from(prefix, (char) => char.codePointAt(0) ?? 0)
  while (points.at(-1) === 0x10ffff) points.pop()
  const last = points.pop()
  if (last === undefined) return null
  // 0xd800 to 0xdfff are UTF-16 surrogates, which UTF-8 does not have.
  const next = last === 0xd7ff ? 0xe000 : last + 1
  return String.fromCodePoint(...points, next)
}
