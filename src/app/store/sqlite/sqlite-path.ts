/** The file that DATABASE_URL names: `sqlite:<path of a local file>`, or `:memory:`. */
export function sqlitePath(url: string): string {
  const path = url.replace(/^sqlite:(?:\/\/)?/i, '')
  if (path.trim() === '') throw new Error(`DATABASE_URL: it names no file; ${EXAMPLE}`)
  return path
}

const EXAMPLE = 'set it to sqlite:<path of a local file>, for example sqlite:prentice.db'
