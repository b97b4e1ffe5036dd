/** Why a text is not the path of a folder below the root of a repository; `null`: it is. Pure. */
export function whyNoWorkingDirectory(path: string): string | null {
  if (path.length > 500) return 'it has more than 500 characters'
  if (/[*?!\\\p{Cc}]/u.test(path)) return 'it contains *, ?, !, a backslash or a control character'
  const parts = path.split('/')
  if (parts.includes(''))
    return 'it is empty, or has a slash at its beginning, at its end or next to another one'
  if (parts.some((part) => part === '.' || part === '..')) return 'it contains `.` or `..`'
  return parts.some((part) => part.toLowerCase() === '.git') ? 'it leads into .git' : null
}
