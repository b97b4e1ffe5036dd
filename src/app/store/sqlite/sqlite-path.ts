/** The file that DATABASE_URL names: `sqlite:<path of a local file>`, or `:memory:`. */
export function sqlitePath(url: string): string {
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1]
  if (path !== undefined) return path
  // The message contains the scheme only: the rest may contain a password.
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0] ?? 'a URL without a scheme'
  throw new Error(
    `DATABASE_URL: ${scheme} is not supported; set it to sqlite:<path of a local file>, for example sqlite:prentice.db`,
  )
}
