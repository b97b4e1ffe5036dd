import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Git } from '../../git/process/git.ts'
import { foldPath } from '../../text/fold.ts'
import { showPath } from '../../text/format.ts'
import { listVisible, lsFiles } from './ls-files.ts'

/** The paths that a change makes, and those that it removes. */
interface ChangedPaths {
  readonly added: readonly string[]
  readonly gone: readonly string[]
}

/** Why macOS or Windows could not check out the new paths of a change; `null`: they could. */
export type FindUnportable = (root: string, paths: ChangedPaths) => Promise<string | null>

/** A repository that already has such names is used on Linux only, so there they are allowed. */
export function openPortability(git: Git): FindUnportable {
  // The index does not change.
  let listed: Promise<readonly string[]> | null = null
  const tracked = () => {
    listed ??= lsFiles(git, ['-c'], [':(top)']).then(({ files }) => files)
    return listed
  }
  return async (root, { added, gone }) => {
    const unfit = added.map(findWindowsProblem).find((problem) => problem !== null)
    if (unfit !== undefined && !(await tracked()).some((path) => findWindowsProblem(path) !== null))
      return `${unfit}. Choose another name.`
    const pair = findTwins(added) ?? (await findTwinOnDisk({ git, root }, added, new Set(gone)))
    if (pair === null || findTwins(await tracked()) !== null) return null
    return `${showPath(pair[0])} and ${showPath(pair[1])} differ only in letter case or in how a character is composed, so macOS and Windows cannot check out both. Use the name that exists, or another one.`
  }
}

/**
 * The same of a whole change, which no tool may have made: a saved patch, for example. `tracked`: the paths before it. Pure.
 */
export function findUnportableChange(
  { added, gone }: ChangedPaths,
  tracked: readonly string[],
): string | null {
  const unfit = added.map(findWindowsProblem).find((problem) => problem !== null)
  if (unfit !== undefined && !tracked.some((path) => findWindowsProblem(path) !== null)) return unfit
  const left = new Set(gone)
  const pair = findTwins([...tracked.filter((path) => !left.has(path)), ...added])
  if (pair === null || findTwins(tracked) !== null) return null
  return `${showPath(pair[0])} and ${showPath(pair[1])} differ only in letter case or in how a character is composed`
}

// https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file#naming-conventions
const FORBIDDEN = /[<>:"|?*\\\p{Cc}]/u
const RESERVED = /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]|conin\$|conout\$) *(?:\.|$)/i

/** Why Windows cannot check out a path, or `null`. Pure. */
export function findWindowsProblem(path: string): string | null {
  for (const name of path.split('/')) {
    const [character] = FORBIDDEN.exec(name) ?? []
    const why =
      character !== undefined
        ? `Windows allows no ${JSON.stringify(character)} in a name`
        : RESERVED.test(name)
          ? `Windows reserves the name ${showPath(name)}`
          : /[. ]$/.test(name)
            ? 'Windows allows no dot and no space at the end of a name'
            : null
    if (why !== null) return `${showPath(path)} could not be checked out everywhere: ${why}`
  }
  return null
}

/** Two files or folders of these paths that some file system takes for one, or `null`. Pure. */
function findTwins(paths: readonly string[]): readonly [string, string] | null {
  const spellings = new Map<string, string>()
  for (const path of paths)
    for (let at = path.indexOf('/'); ; at = path.indexOf('/', at + 1)) {
      const entry = at < 0 ? path : path.slice(0, at)
      const folded = foldPath(entry)
      const other = spellings.get(folded)
      if (other !== undefined && other !== entry) return [other, entry]
      spellings.set(folded, entry)
      if (at < 0) break
    }
  return null
}

/** What git ignores, or the change removes, is no twin: nobody else gets it. */
async function findTwinOnDisk(
  { git, root }: { readonly git: Git; readonly root: string },
  added: readonly string[],
  gone: ReadonlySet<string>,
): Promise<readonly [string, string] | null> {
  const stays = async (path: string) => {
    const left = [...(await listVisible(git, [path]))].filter((file) => !gone.has(file))
    for (const file of left) if (await isThere(join(root, file))) return true
    return false
  }
  const seen = new Set<string>()
  for (const path of added) {
    const parts = path.split('/')
    for (let count = 1; count <= parts.length; count += 1) {
      const entry = parts.slice(0, count).join('/')
      if (seen.has(entry)) continue
      seen.add(entry)
      const name = parts[count - 1] ?? ''
      const folder = parts.slice(0, count - 1).join('/')
      const names = await readdir(join(root, folder)).catch((): string[] => [])
      if (names.includes(name)) continue
      for (const twin of names.filter((other) => foldPath(other) === foldPath(name))) {
        const existing = folder === '' ? twin : `${folder}/${twin}`
        if (await stays(existing)) return [existing, entry]
      }
    }
  }
  return null
}

const isThere = (absolute: string): Promise<boolean> =>
  lstat(absolute).then(
    () => true,
    () => false,
  )
