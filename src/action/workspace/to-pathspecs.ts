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
export function toPathspecs({ path, isGlob = false, glob }: Where): string[] {
  if (glob === undefined && !isGlob) return [path === '' ? ':(top)' : `:(top,literal)${path}`]
  const place = isGlob ? path : path.replace(/[\\*?[\]]/g, '\\$&')
  return globsBelow(place, isGlob, glob)
    .flatMap(expandBraces)
    .map((one) => `:(top,glob)${one}`)
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
    const [whole, before = '', choices = '', after = ''] =
      /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/.exec(globs[at] ?? '') ?? []
    if (whole === undefined) at += 1
    else globs = globs.toSpliced(at, 1, ...choices.split(',').map((choice) => before + choice + after))
    if (globs.length > MOST_GLOBS) return [pattern]
  }
  return globs
}
