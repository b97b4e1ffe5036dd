/** The text to replace, and the new text. Lines end with LF. */
export interface Replacement {
  readonly old: string
  readonly new: string
}

/**
 * Whether text is removed that may be complete lines. If it is, their last line end is removed too: an empty line in their
 * place is not what a model means. Pure.
 */
export const isRemoval = (replacement: Replacement): boolean =>
  replacement.new === '' && replacement.old.trim() !== '' && !/^\n|\n$/.test(replacement.old)

/** The same without the last line end. Pure. */
export function withoutLastEnd(replacement: Replacement): Replacement {
  if (!replacement.old.endsWith('\n')) return replacement
  return { old: replacement.old.slice(0, -1), new: replacement.new.replace(/\n$/, '') }
}

/**
 * The same without empty lines around both texts, for a text that occurs nowhere with them: models add empty lines to
 * what they quote. The new text loses as many as the old one. Pure.
 */
export function withoutBlankLines(replacement: Replacement): Replacement {
  const [old, put] = [trimBlank(replacement.old), trimBlank(replacement.new)]
  if (old === null) return replacement
  const end = old.tail > 0 ? '\n' : ''
  const bare = old.text + end
  if (put === null) return { old: bare, new: '' }
  const head = '\n'.repeat(Math.max(0, put.head - old.head))
  const tail = '\n'.repeat(Math.max(0, put.tail - old.tail))
  return { old: bare, new: head + put.text + tail + (put.tail > 0 ? end : '') }
}

/** A text without the empty lines around it, and how many there are; `null`: all lines are empty. */
function trimBlank(text: string): { text: string; head: number; tail: number } | null {
  const lines = text.split('\n')
  const head = lines.findIndex(isNotBlank)
  const last = lines.findLastIndex(isNotBlank)
  if (head === -1) return null
  return { text: lines.slice(head, last + 1).join('\n'), head, tail: lines.length - 1 - last }
}

const isNotBlank = (line: string): boolean => /[^ \t]/.test(line)

/**
 * The last line of a file that has no line end, when every match is replaced and `old` ends with a line end.
 * `no match`: it is none. `matched`: it was replaced, and still has no line end. `left`: it would match, but nobody has
 * read the file.
 */
export type LastLine = 'no match' | 'matched' | 'left'
