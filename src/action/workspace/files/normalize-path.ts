export type Normalized =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly problem: string }

/** PATH_MAX of Linux. The rules for paths look at each folder of one. */
const MAX_BYTES = 4096

/** Turns a path into the form `a/b/c` (`''` is the root). Refuses a path outside of the work tree. Pure. */
export function normalizePath(path: string): Normalized {
  const refuse = (why: string): Normalized => ({
    ok: false,
    problem: `The path ${JSON.stringify(path)} ${why}. Use a path relative to the root of the repository, like src/main.ts.`,
  })
  if (Buffer.byteLength(path) > MAX_BYTES) {
    const start = JSON.stringify(path.slice(0, 100).toWellFormed())
    return {
      ok: false,
      problem: `The path that begins with ${start} is longer than ${MAX_BYTES} bytes, so there can be no such file. Name a file, like src/main.ts.`,
    }
  }
  if (path.includes('\0')) return refuse('holds a NUL character')
  // The file system would get another name than the rules for paths.
  if (!path.isWellFormed()) return refuse('holds an unpaired surrogate')
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  // On Linux, `a:b.md` is a name like any other.
  if (path.startsWith('/') || /^[A-Za-z]:(?:$|\\)/.test(parts[0] ?? '')) return refuse('is absolute')
  if (parts.includes('..')) return refuse('holds ".."')
  // Windows reads a backslash as a slash.
  if (parts.flatMap((part) => part.split('\\')).some(isGitDirectory)) {
    return { ok: false, problem: `${path} is inside a git directory, which is closed. Leave it alone.` }
  }
  return { ok: true, path: parts.join('/') }
}

// macOS ignores these characters in names. Windows ignores dots and spaces at the end and everything after a colon, and
// has GIT~1 as another name of .git. Each of these gave attackers access to .git (CVE-2014-9390, CVE-2019-1353).
const IGNORED_BY_HFS = /\p{Default_Ignorable_Code_Point}/gu

export function isGitDirectory(part: string): boolean {
  const [name = ''] = part.replace(IGNORED_BY_HFS, '').toLowerCase().split(':')
  const bare = name.replace(/(?<![. ])[. ]+$/, '')
  return bare === '.git' || bare === 'git~1'
}
