import { normalizePath } from '../files/normalize-path.ts'
import { toGlobPattern } from './glob-pattern.ts'
import { hasWildcards, toGlobs } from './to-pathspecs.ts'

export interface KeepPatterns {
  /** Sources of regular expressions for the flags `su`, in a syntax that Perl and JavaScript share. */
  readonly patterns: readonly string[]
  /** The paths among them, which have no wildcards. */
  readonly exact: readonly string[]
  /** The files and folders that contain all matches; `''`: the root. None is in another. */
  readonly starts: readonly string[]
  matches(path: string): boolean
}

export type KeepPatternsRead =
  | { readonly ok: true; readonly keep: KeepPatterns }
  | { readonly ok: false; readonly problem: string }

const MAX_LENGTH = 300
/** With the choices of braces. Each is tried for every file of the project. */
const MAX_PATTERNS = 200

/** What to keep of a command's changes: paths of files and folders, and globs as for `list`. Pure. */
export function toKeepPatterns(named: readonly string[]): KeepPatternsRead {
  const patterns: string[] = []
  const exact: string[] = []
  const starts: string[] = []
  for (const one of named) {
    const normalized = normalizePath(one)
    if (!normalized.ok) return normalized
    const { path } = normalized
    const problem = findProblem(path)
    if (problem !== null) return { ok: false, problem: `${JSON.stringify(one)} in keep ${problem}.` }
    starts.push(findStart(path))
    if (hasWildcards(path)) patterns.push(...(toGlobs({ path, isGlob: true }) ?? []).map(toGlobPattern))
    else {
      exact.push(path)
      patterns.push(toGlobPattern(path), toGlobPattern(`${path}/**`))
    }
  }
  if (patterns.length > MAX_PATTERNS)
    return { ok: false, problem: 'keep has too many globs, or too many choices in braces. Name fewer.' }
  const compiled = patterns.map((pattern) => new RegExp(pattern, 'su'))
  return {
    ok: true,
    keep: {
      patterns,
      exact,
      starts: withoutNested(starts),
      matches: (path) => compiled.some((pattern) => pattern.test(path)),
    },
  }
}

/** The folder above the first wildcard. */
function findStart(path: string): string {
  const parts = path.split('/')
  const at = parts.findIndex((part) => /[*?{]/.test(part))
  return (at === -1 ? parts : parts.slice(0, at)).join('/')
}

const withoutNested = (starts: readonly string[]): string[] => {
  const all = [...new Set(starts)]
  return all.filter(
    (one) => !all.some((other) => other !== one && (other === '' || one.startsWith(`${other}/`))),
  )
}

function findProblem(path: string): string | null {
  if (path === '') return 'is the root: name files, folders, or globs like src/**'
  if (/\p{Cc}/u.test(path)) return 'holds a control character'
  if (path.length > MAX_LENGTH) return 'is too long'
  return null
}
