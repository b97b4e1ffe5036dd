import { setImmediate } from 'node:timers/promises'
import type { Git } from '../../git/process/git.ts'
import { type FolderMtimes, readFolderMtimes } from './folder-mtimes.ts'

interface Survey {
  readonly git: Git
  /** Absolute. */
  readonly root: string
  readonly now: () => number
  /** From before git looked for the files. */
  readonly since: number
  readonly tracked: readonly string[]
  /** Repositories of their own, too, with a slash at their end. */
  readonly fresh: readonly string[]
  readonly before: FolderMtimes | null
}

/** To ask more of them would hold everything else up for too long. */
const MOST_FOLDERS = 20_000
/** After so many that were read, a cancel has to be heard. */
const AT_ONCE = 1000
/** Folders in folders without a file of the repository. */
const MOST_DEPTH = 10

/**
 * Watches all folders that git walks through: those of the files that it named, and those that are not ignored and hold
 * nothing, or only what is. `null`: git does not say, they are too many, or names are not UTF-8 and cannot be looked up.
 */
export async function indexFolders(survey: Survey): Promise<FolderMtimes | null> {
  const { git, root, now, since, tracked, fresh, before } = survey
  const folders = readFolderMtimes(root, now, before)
  const inhabited = foldersOf([...tracked, ...fresh.filter((path) => !path.endsWith('/'))])
  const submodules = new Set(tracked)
  const repositories = new Set(fresh)
  let found = ['']
  for (let depth = 0; found.length > 0; depth += 1) {
    const empty: string[] = []
    for (const folder of found) {
      if (folders.noted.size >= MOST_FOLDERS) return null
      if (folders.noted.size % AT_ONCE === AT_ONCE - 1) await setImmediate()
      const entries = folders.note(folder, since)
      if (repositories.has(`${folder}/`)) continue
      for (const [name, kind] of entries) {
        if (kind !== 'folder' || name === '.git') continue
        const path = folder === '' ? name : `${folder}/${name}`
        if (submodules.has(path)) continue
        if (name.includes('\ufffd')) return null
        if (inhabited.has(path) || repositories.has(`${path}/`)) found.push(path)
        else empty.push(path)
      }
    }
    if (depth === MOST_DEPTH && empty.length > 0) return null
    const open = await withoutIgnored(git, empty)
    if (open === null) return null
    found = open
  }
  return folders
}

function foldersOf(files: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const file of files) {
    for (let end = file.lastIndexOf('/'); end !== -1; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  }
  return folders
}

async function withoutIgnored(git: Git, paths: readonly string[]): Promise<string[] | null> {
  if (paths.length === 0) return []
  const input = paths.map((path) => `${path}\0`).join('')
  const { code, stdout, cut } = await git(['check-ignore', '-z', '--stdin'], { input })
  // 1: none of them is ignored.
  if (code > 1 || cut) return null
  const ignored = new Set(stdout.split('\0'))
  return paths.filter((path) => !ignored.has(path))
}
