/**
 * The first key after all keys that start with `prefix`; `null` if there is none. Keys are sorted by their UTF-8 bytes,
 * which is the order of code points, so the last code point that has a successor is replaced by it.
 */
export function prefixEnd(prefix: string): string | null {
  const points = Array.from(prefix, (char) => char.codePointAt(0) ?? 0)
  while (points.at(-1) === 0x10ffff) points.pop()
  const last = points.pop()
  if (last === undefined) return null
  // 0xd800 to 0xdfff are UTF-16 surrogates, which UTF-8 does not have.
  const next = last === 0xd7ff ? 0xe000 : last + 1
  return String.fromCodePoint(...points, next)
}
