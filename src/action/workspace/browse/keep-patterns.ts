import picomatch from 'picomatch'
import { normalizePath } from '../files/normalize-path.ts'
import { hasWildcards, toGlobs } from './to-pathspecs.ts'

export interface KeepPatterns {
  /** Sources of regular expressions, in a syntax that Perl and JavaScript share. */
  readonly patterns: readonly string[]
  /** The paths among them, which have no wildcards. */
  readonly exact: readonly string[]
  matches(path: string): boolean
}

export type KeepPatternsRead =
  | { readonly ok: true; readonly keep: KeepPatterns }
  | { readonly ok: false; readonly problem: string }

/** Each star may be tried at every character of a path. */
const MAX_STARS = 8
const MAX_LENGTH = 300

/** What to keep of a command's changes: paths of files and folders, and globs as for `list`. Pure. */
export function toKeepPatterns(named: readonly string[]): KeepPatternsRead {
  const patterns: string[] = []
  const exact: string[] = []
  for (const one of named) {
    const normalized = normalizePath(one)
    if (!normalized.ok) return normalized
    const { path } = normalized
    const problem = findProblem(path)
    if (problem !== null) return { ok: false, problem: `${JSON.stringify(one)} in keep ${problem}.` }
    if (hasWildcards(path)) patterns.push(...(toGlobs({ path, isGlob: true }) ?? []).map(toPattern))
    else {
      exact.push(path)
      patterns.push(toPattern(path), toPattern(`${path}/**`))
    }
  }
  const compiled = patterns.map((pattern) => new RegExp(pattern, 's'))
  return {
    ok: true,
    keep: { patterns, exact, matches: (path) => compiled.some((pattern) => pattern.test(path)) },
  }
}

function findProblem(path: string): string | null {
  if (path === '') return 'is the root: name files, folders, or globs like src/**'
  if (/\p{Cc}/u.test(path)) return 'holds a control character'
  if (path.length > MAX_LENGTH || path.split('*').length > MAX_STARS)
    return 'is too long, or has too many stars'
  return null
}

/** Only stars, question marks and slashes mean anything. */
const toPattern = (glob: string): string =>
  picomatch.makeRe(glob.replace(/[^\w\s/*?.-]/gu, '\\$&'), { dot: true, windows: false }).source
