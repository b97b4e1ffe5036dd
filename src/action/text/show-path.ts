/** A path for a message: quoted where it holds what would break the line. */
export function showPath(path: string): string {
  return /[\p{Cc}\p{Cf}"\\]/u.test(path) ? JSON.stringify(path) : path
}

/** At most five paths by name. */
export function showPaths(paths: readonly string[]): string {
  const named = paths.slice(0, 5).map(showPath).join(', ')
  return paths.length > 5 ? `${named} and ${paths.length - 5} more` : named
}
