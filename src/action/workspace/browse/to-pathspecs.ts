import picomatch from 'picomatch'

/** Where files are looked for. */
export interface Where {
  /** A file or folder; `''`: everywhere. */
  readonly path: string
  /** True: the path has wildcards of its own, and names files and folders that match. */
  readonly isGlob?: boolean
  /** Of the files there only those that match. Without a slash it is meant for every depth, as in .gitignore. */
  readonly glob?: string | undefined
}

/** What git is to be given behind `--`, hardened: a path is taken as it is, and no letter of a glob is magic. Pure. */
export function toPathspecs(where: Where): string[] {
  const globs = toGlobs(where)
  if (globs !== null) return globs.map((one) => `:(top,glob)${one}`)
  return [where.path === '' ? ':(top)' : `:(top,literal)${where.path}`]
}

/** As git knows them. `null`: no glob was given. Pure. */
export function toGlobs({ path, isGlob = false, glob }: Where): string[] | null {
  if (glob === undefined && !isGlob) return null
  const place = isGlob ? path : path.replace(/[\\*?[\]]/g, '\\$&')
  return globsBelow(place, isGlob, glob).flatMap(expandBraces)
}

function globsBelow(place: string, isGlob: boolean, glob: string | undefined): string[] {
  const inside = place === '' ? '' : `${place}/`
  if (glob !== undefined) return [inside + (glob.includes('/') ? glob.replace(/^\//, '') : `**/${glob}`)]
  // `*.ts` as a path is meant like `*.ts` as a glob; what it matches may be a folder.
  const anywhere = isGlob && !place.includes('/') ? `**/${place}` : place
  return [anywhere, `${anywhere}/**`]
}

/** More would be no glob that somebody means. */
const MOST_GLOBS = 64

/** Models write `*.{ts,tsx}`, which git does not know: a glob for each choice. One with too many stays as it is. */
function expandBraces(pattern: string): string[] {
  let globs = [pattern]
  for (let at = 0; at < globs.length; ) {
    const expanded = expandOnce(globs[at] ?? '')
    if (expanded === null) at += 1
    else globs = [...globs.slice(0, at), ...expanded, ...globs.slice(at + 1)]
    if (globs.length > MOST_GLOBS) return [pattern]
  }
  return globs
}

/** `null`: there is nothing to choose. */
function expandOnce(glob: string): string[] | null {
  const braces = findChoice(glob)
  if (braces === undefined) return null
  const [before, after] = [glob.slice(0, braces.index), glob.slice(braces.index + braces[0].length)]
  const choices = braces[0].slice(1, -1).split(',')
  return choices.map((choice) => before + choice + after)
}

/** The first of the innermost braces that have a comma. */
const findChoice = (text: string): RegExpExecArray | undefined =>
  [...text.matchAll(/\{[^{}]*\}/g)].find(([braces]) => braces.includes(','))

/** Whether a path was meant as a glob: models give one for a path, too. Pure. */
export const hasWildcards = (path: string): boolean => /[*?]/.test(path) || findChoice(path) !== undefined

/** Each takes time for every letter of a path. */
const MOST_STARS = 4

/**
 * Which paths git takes for what globs mean, those of `toGlobs`, so that it need not be asked. `null`: only git can say.
 * Pure.
 */
export function matchGlobs(globs: readonly string[]): ((path: string) => boolean) | null {
  if (globs.some(isForGit)) return null
  const isMatch = picomatch(globs.map(withStarsAlone), {
    dot: true,
    strictSlashes: true,
    windows: false,
    flags: 's',
  })
  // What lies below a path that is named letter by letter is meant, too.
  return (path) => isMatch(path) || globs.some((glob) => path === glob || path.startsWith(`${glob}/`))
}

/** What git and picomatch take for two things: git compares bytes, and knows more in brackets. */
function isForGit(glob: string): boolean {
  const parts = glob.split('/')
  const isPlain = parts.every(
    (part) => !['', '.', '..'].includes(part) && (part === '**' || !part.includes('**')),
  )
  return !isPlain || /[?[\]\\]/.test(glob) || glob.split(/\*+/).length - 1 > MOST_STARS
}

/** Nothing but stars is magic to git: no parenthesis, bar, plus or exclamation mark. */
const withStarsAlone = (glob: string): string => glob.replace(/[^\w\s/*.-]/gu, '\\$&')
