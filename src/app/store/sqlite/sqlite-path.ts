/** The file that DATABASE_URL names: `sqlite:<path of a local file>`, or `:memory:`. */
export function sqlitePath(url: string): string {
  const path = /^sqlite:(?:\/\/)?(.*)$/.exec(url)?.[1]
  if (path === undefined) throw new Error(`DATABASE_URL: ${schemeOf(url)} is not supported; ${EXAMPLE}`)
  if (path.trim() === '') throw new Error(`DATABASE_URL: it names no file; ${EXAMPLE}`)
  return path
}

const EXAMPLE = 'set it to sqlite:<path of a local file>, for example sqlite:prentice.db'

/** For messages: the rest may contain a password. */
const schemeOf = (url: string): string => /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0] ?? 'a URL without a scheme'
