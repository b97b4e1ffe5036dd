import picomatch from 'picomatch'
import { normalizePath } from '../files/normalize-path.ts'
import { hasWildcards, toGlobs } from './to-pathspecs.ts'

export interface KeepPatterns {
  /** Sources of regular expressions, in a syntax that Perl and JavaScript share. */
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

/** Each star may be tried at every character of a path. */
const MAX_STARS = 8
const MAX_LENGTH = 300

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
    if (hasWildcards(path)) patterns.push(...(toGlobs({ path, isGlob: true }) ?? []).map(toPattern))
    else {
      exact.push(path)
      patterns.push(toPattern(path), toPattern(`${path}/**`))
    }
  }
  const compiled = patterns.map((pattern) => new RegExp(pattern, 's'))
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
  if (path.length > MAX_LENGTH || path.split('*').length > MAX_STARS)
    return 'is too long, or has too many stars'
  return null
}

/** Only stars, question marks and slashes mean anything. */
const toPattern = (glob: string): string =>
  picomatch.makeRe(glob.replace(/[^\w\s/*?.-]/gu, '\\$&'), { dot: true, windows: false }).source
