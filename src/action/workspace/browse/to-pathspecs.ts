import picomatch from 'picomatch'

/** Where to look for files. */
export interface Scope {
  /** A file or folder; `''`: everywhere. */
  readonly path: string
  /** True: the path itself has wildcards, and stands for the files and folders that match. */
  readonly isGlob?: boolean
  /** Only files that match. Without a slash it applies at every depth, as in .gitignore. */
  readonly glob?: string | undefined
}

/** As long as a path can be. */
const MAX_GLOB_BYTES = 4096

/** Why no file can match the scope; `null`: one may. Pure. */
export const findScopeProblem = ({ glob }: Scope): string | null =>
  glob === undefined ? null : findArgumentProblem('glob', glob, MAX_GLOB_BYTES)

/** Why a text cannot be an argument of git; `null`: it can. Pure. */
export function findArgumentProblem(what: string, text: string, maxBytes: number): string | null {
  if (text.includes('\0')) return `The ${what} holds a NUL character, which matches nothing. Leave it out.`
  // git would get U+FFFD in its place.
  if (!text.isWellFormed())
    return `The ${what} holds an unpaired surrogate, which matches nothing. Leave it out.`
  if (Buffer.byteLength(text) <= maxBytes) return null
  return `The ${what} is longer than ${maxBytes} bytes. Use a shorter one.`
}

/** The arguments of git behind `--`: paths are literal, and globs have no magic prefix. Pure. */
export function toPathspecs(scope: Scope): string[] {
  const globs = toGlobs(scope)
  if (globs !== null) return globs.map((one) => `:(top,glob)${one}`)
  return [scope.path === '' ? ':(top)' : `:(top,literal)${scope.path}`]
}

/** In git's syntax. `null`: there is no glob. Pure. */
export function toGlobs({ path, isGlob = false, glob }: Scope): string[] | null {
  if (glob === undefined && !isGlob) return null
  const place = isGlob ? path : path.replace(/[\\*?[\]]/g, '\\$&')
  return globsBelow(place, isGlob, glob).flatMap(expandBraces)
}

function globsBelow(place: string, isGlob: boolean, glob: string | undefined): string[] {
  const inside = place === '' ? '' : `${place}/`
  if (glob !== undefined) return [inside + (glob.includes('/') ? glob.replace(/^\//, '') : `**/${glob}`)]
  // `*.ts` as a path means the same as a glob. It may match a folder.
  const anywhere = isGlob && !place.includes('/') ? `**/${place}` : place
  return [anywhere, `${anywhere}/**`]
}

/** No useful glob has more. */
const MAX_GLOBS = 64

/** Models write `*.{ts,tsx}`, which git does not support: this returns a glob for each choice, unless there are too many. */
function expandBraces(pattern: string): string[] {
  let globs = [pattern]
  for (let at = 0; at < globs.length; ) {
    const expanded = expandOnce(globs[at] ?? '')
    if (expanded === null) at += 1
    else globs = [...globs.slice(0, at), ...expanded, ...globs.slice(at + 1)]
    if (globs.length > MAX_GLOBS) return [pattern]
  }
  return globs
}

/** `null`: there is no choice. */
function expandOnce(glob: string): string[] | null {
  const braces = findChoice(glob)
  if (braces === undefined) return null
  const [before, after] = [glob.slice(0, braces.index), glob.slice(braces.index + braces[0].length)]
  const choices = braces[0].slice(1, -1).split(',')
  return choices.map((choice) => before + choice + after)
}

/** The first innermost braces that contain a comma. */
const findChoice = (text: string): RegExpExecArray | undefined =>
  [...text.matchAll(/\{[^{}]*\}/g)].find(([braces]) => braces.includes(','))

/** Whether a path is a glob. Models also pass globs as paths. Pure. */
export const hasWildcards = (path: string): boolean => /[*?]/.test(path) || findChoice(path) !== undefined

/** Each star may be tried at every character of a path. */
const MAX_STARS = 4

/** Matches paths against globs of `toGlobs` as git does, without running git. `null`: only git can tell. Pure. */
export function matchGlobs(globs: readonly string[]): ((path: string) => boolean) | null {
  if (globs.some(isForGit)) return null
  const isMatch = picomatch(globs.map(escapeAllButStars), {
    dot: true,
    strictSlashes: true,
    windows: false,
    flags: 's',
  })
  // git also matches files below a path that is equal to the glob.
  return (path) => isMatch(path) || globs.some((glob) => path === glob || path.startsWith(`${glob}/`))
}

/** Which files are in the scope. `null`: only git can tell. Pure. */
export function matchScope(scope: Scope): ((file: string) => boolean) | null {
  const { path } = scope
  const globs = toGlobs(scope)
  if (globs !== null) return matchGlobs(globs)
  return (file) => path === '' || file === path || file.startsWith(`${path}/`)
}

/** Syntax that git and picomatch interpret differently: git compares bytes, and supports more in brackets. */
function isForGit(glob: string): boolean {
  const parts = glob.split('/')
  const isPlain = parts.every(
    (part) => !['', '.', '..'].includes(part) && (part === '**' || !part.includes('**')),
  )
  return !isPlain || /[?[\]\\]/.test(glob) || glob.split(/\*+/).length - 1 > MAX_STARS
}

/** To git, only stars are special: no parenthesis, bar, plus or exclamation mark. */
const escapeAllButStars = (glob: string): string => glob.replace(/[^\w\s/*.-]/gu, '\\$&')
