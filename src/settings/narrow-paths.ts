import type { Settings } from './schema.ts'

type Paths = NonNullable<Settings['paths']>

/** A glob that covers a whole folder, such as `docs/**`: what begins with the folder is within it. */
const FOLDER = /^\/?([^*?[\]\\!]+\/)\*\*$/

/**
 * The paths that both allow. Of the repository's globs, those stay that are also the organisation's, or lie within a folder
 * of it. If the organisation excludes paths (`!…`), only its own globs stay, in its order, because a glob of the repository
 * could include again what it excludes. If none is left, nothing may change.
 */
export function narrowPaths(
  organisation: Paths | undefined,
  repository: Paths | undefined,
): Paths | undefined {
  if (organisation === undefined) return repository
  const { unprotect } = repository ?? {}
  const allow = narrowAllow(organisation.allow ?? [], repository?.allow ?? [])
  const kept =
    organisation.unprotect === undefined
      ? unprotect
      : unprotect?.filter((glob) => organisation.unprotect?.includes(glob))
  return { ...(allow.length > 0 && { allow }), ...(kept !== undefined && { unprotect: kept }) }
}

/** A list of globs that matches nothing: an empty list would allow everything. */
const NOTHING = ['!**']

function narrowAllow(organisation: readonly string[], repository: readonly string[]): string[] {
  if (organisation.length === 0) return [...repository]
  if (repository.length === 0) return [...organisation]
  const excluded = repository.filter(isExclusion)
  const own = repository.filter((glob) => !isExclusion(glob))
  const kept = organisation.some(isExclusion)
    ? organisation.filter((glob) => isExclusion(glob) || own.includes(glob))
    : own.filter((glob) => organisation.includes(glob) || isInFolder(glob, organisation))
  return kept.every(isExclusion) ? NOTHING : [...kept, ...excluded]
}

const isExclusion = (glob: string): boolean => glob.startsWith('!')

/**
 * Longer than the folder: `docs/` alone would match a folder of that name anywhere. So would `docs/ `, because white space
 * at the end of a glob does not count.
 */
function isInFolder(glob: string, organisation: readonly string[]): boolean {
  const path = glob.trimEnd().replace(/^\//, '').replace(/\/+$/, '')
  if (path.split('/').includes('..')) return false
  return organisation.some((own) => {
    const folder = FOLDER.exec(own)?.[1]
    return folder !== undefined && path.length > folder.length && path.startsWith(folder)
  })
}
