/** What the model wants in whose place; line ends are LF, but for a CRLF that it asks for in `fresh`. */
export interface Replacement {
  readonly old: string
  readonly fresh: string
}

/** The same of lines whose last one has no end. Pure. */
export function withoutLastEnd({ old, fresh }: Replacement): Replacement {
  if (!old.endsWith('\n')) return { old, fresh }
  return { old: old.slice(0, -1), fresh: fresh.endsWith('\n') ? fresh.slice(0, -1) : fresh }
}

/**
 * What became of a last line without an end, where every match is wanted and `old` ends its line: there is no match
 * there; it was one, without its line end; it was left, since nobody has read the file.
 */
export type LastLine = 'no match' | 'matched' | 'left'
