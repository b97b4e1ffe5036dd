import { foldPath } from '../../text/fold.ts'

/** By folded name; `objects` and `refs` may be folders or symbolic links. */
const NAMES: ReadonlySet<string> = new Set(['head', 'objects', 'refs', 'commondir'])
/** Most paths of a tree have none of these names in any spelling, and need not be folded. */
const MAY_HAVE_NAME = /[^\x20-\x7e]|(?:^|\/)(?:head|objects|refs|commondir)[. ]*(?:[/:]|$)/i

/**
 * The folders of a tree that git takes for a repository of its own, by what is in them; folded. A command of git in such a
 * folder, for example that of a shell prompt or of an editor, reads its `config`, which names programs that git runs:
 * https://git-scm.com/docs/git-config#Documentation/git-config.txt-safebareRepository
 * The root of the tree is none: there, git finds `.git` first. Pure.
 */
export function findGitFolders(paths: readonly string[]): ReadonlySet<string> {
  const found = new Map<string, Set<string>>()
  for (const path of paths) {
    if (!MAY_HAVE_NAME.test(path)) continue
    const names = foldPath(path).split('/')
    for (const [at, name] of names.entries()) {
      if (at === 0 || !NAMES.has(name)) continue
      const folder = names.slice(0, at).join('/')
      const known = found.get(folder) ?? new Set()
      found.set(folder, known.add(name))
    }
  }
  return new Set([...found].flatMap(([folder, names]) => (isGitFolder(names) ? [folder] : [])))
}

/** https://git-scm.com/docs/gitrepository-layout: `commondir` names the folder that has the objects and refs. */
const isGitFolder = (names: ReadonlySet<string>): boolean =>
  names.has('head') && (names.has('commondir') || (names.has('objects') && names.has('refs')))

/** Whether a path is in one of these folders. Pure. */
export function isInGitFolder(folders: ReadonlySet<string>, path: string): boolean {
  if (folders.size === 0) return false
  const names = foldPath(path).split('/')
  return names.some((_, at) => folders.has(names.slice(0, at).join('/')))
}
