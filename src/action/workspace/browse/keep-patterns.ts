import { normalizePath } from '../files/normalize-path.ts'
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

type KeepPatternsRead =
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

/**
 * The source of a regular expression for the flags `su` that matches the paths of a glob, in a syntax that Perl and
 * JavaScript share. Only stars, question marks and slashes mean anything. Pure.
 *
 * The time grows with the length of the path only, however many stars there are: what follows a star is looked for once,
 * where it is first, since a later place cannot match more. `(?=(?<name>…))\k<name>` gives nothing back of what it has
 * matched; JavaScript has no `(?>…)`. `(?!.)` is the end; in Perl, `$` is also before a line break at the end.
 */
export function toGlobPattern(glob: string): string {
  let groups = 0
  const once = (pattern: string): string => {
    groups += 1
    return `(?=(?<g${groups}>${pattern}))\\k<g${groups}>`
  }
  const matchPart = (part: string): string => {
    const [first = '', ...others] = part.split(/\*+/).map(escapeText)
    const last = others.pop()
    if (last === undefined) return first
    if (/^\*+$/.test(part)) return '[^/]+'
    return `${first}${others.map((text) => once(`[^/]*?${text}`)).join('')}[^/]*${last}`
  }
  const matchParts = (parts: readonly string[]) => parts.map((part) => matchPart(part) + PART_END).join('')

  const [start = [], ...others] = splitAtGlobstars(glob.split('/'))
  const last = others.pop()
  if (last === undefined) return `^${matchParts(start)}(?!.)`
  const middle = others
    .filter((parts) => parts.length > 0)
    .map((parts) => once(ANY_FOLDERS + matchParts(parts)))
  const end = last.length === 0 ? '.' : `${ANY_FOLDERS}${matchParts(last)}(?!.)`
  return `^${matchParts(start)}${middle.join('')}${end}`
}

const PART_END = '(?:/|(?!.))'
const ANY_FOLDERS = '(?:[^/]+/)*?'

function splitAtGlobstars(parts: readonly string[]): string[][] {
  const runs: string[][] = [[]]
  for (const part of parts) {
    if (part === '**') runs.push([])
    else runs.at(-1)?.push(part)
  }
  return runs
}

const escapeText = (text: string): string => text.replace(/[\\^$.+()[\]{}|]/g, '\\$&').replaceAll('?', '[^/]')
