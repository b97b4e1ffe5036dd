import type { Git } from '../git/git.ts'
import { type Attempt, done, refused } from './attempt.ts'

const ENTRIES = 1000
const TIMEOUT_MS = 20_000

/** Files that git tracks or would add, below `path` (`''`: all), matching the glob. */
export async function listFiles(git: Git, path: string, pattern: string | undefined): Promise<Attempt> {
  const files = ['--', ...toPathspecs(path, pattern)]
  const options = { timeoutMs: TIMEOUT_MS }
  const [present, deleted] = await Promise.all([
    git(['ls-files', '-co', '--exclude-standard', '-z', ...files], options),
    // Without this, files that are deleted in the work tree but still in the index would be listed.
    git(['ls-files', '-d', '-z', ...files], options),
  ])
  const failed = [present, deleted].find((result) => result.code !== 0 && !result.cut)
  if (failed !== undefined) return refused(`The list failed: ${failed.stderr.trim().slice(0, 300)}`)
  const gone = new Set(deleted.stdout.split('\0'))
  const found = new Set(present.stdout.split('\0').filter((file) => file !== '' && !gone.has(file)))
  if (found.size === 0) return done('No file matches. Ignored files are not listed.')
  const shown = found.size > ENTRIES ? fold([...found], path) : [...found]
  const left = shown.length - ENTRIES
  const notes = [
    ...(found.size > ENTRIES
      ? [`[${found.size} files; folders are folded. List one of them by its path.]`]
      : []),
    ...(left > 0 ? [`[${left} more entries were left out. Narrow the path or the pattern.]`] : []),
    ...(present.cut ? ['[The list was cut; there are more files.]'] : []),
  ]
  return done([...shown.slice(0, ENTRIES), ...notes].join('\n'))
}

/** A glob without a slash is meant for every depth, as in .gitignore. */
function toPathspecs(path: string, pattern: string | undefined): string[] {
  if (pattern === undefined) return [path === '' ? ':(top)' : `:(top,literal)${path}`]
  const below = path === '' ? '' : `${path.replace(/[\\*?[\]]/g, '\\$&')}/`
  return expandBraces(pattern).map((one) => {
    const glob = one.includes('/') ? one.replace(/^\//, '') : `**/${one}`
    return `:(top,glob)${below}${glob}`
  })
}

/** More would be no glob that somebody means. */
const MOST_GLOBS = 64

/** Models write `*.{ts,tsx}`, which git does not know: a glob for each choice. One with too many stays as it is. */
function expandBraces(pattern: string): string[] {
  let globs = [pattern]
  for (let at = 0; at < globs.length; ) {
    const [whole, before = '', choices = '', after = ''] =
      /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/.exec(globs[at] ?? '') ?? []
    if (whole === undefined) at += 1
    else globs = globs.toSpliced(at, 1, ...choices.split(',').map((choice) => before + choice + after))
    if (globs.length > MOST_GLOBS) return [pattern]
  }
  return globs
}

function fold(files: readonly string[], path: string): string[] {
  const start = path === '' ? 0 : path.length + 1
  const counts = new Map<string, number>()
  for (const file of files) {
    const slash = file.indexOf('/', start)
    const entry = slash === -1 ? file : file.slice(0, slash + 1)
    counts.set(entry, (counts.get(entry) ?? 0) + 1)
  }
  return [...counts].map(([entry, count]) => (entry.endsWith('/') ? `${entry} (${count} files)` : entry))
}
