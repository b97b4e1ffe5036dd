import { setImmediate } from 'node:timers/promises'
import type { Git } from '../../git/process/git.ts'
import { findIgnored, type Listed, lsFiles } from '../files/ls-files.ts'
import { type Entries, type FolderMtimes, readFolderMtimes } from './folder-mtimes.ts'
import { matchScope, type Scope, toPathspecs } from './to-pathspecs.ts'

/**
 * The files of the work tree that git's index does not have. They are listed once, and again when a file was added or
 * removed: mostly by the agent, but a program that an earlier step of the workflow started may write, too.
 */
export interface UntrackedIndex {
  /** Untracked files that git would add, and nested repositories, which end with a slash. */
  findUntracked(scope: Scope): Promise<Listed>
  /** The entries of a folder when untracked files were last listed; `undefined`: unknown. */
  entriesOf(folder: string): Entries | undefined
}

interface IndexState {
  readonly untracked: readonly string[]
  readonly folders: FolderMtimes
}

/** `root` is absolute. `now` is the machine's clock. */
export function openUntrackedIndex(git: Git, root: string, now: () => number): UntrackedIndex {
  let last: IndexState | null = null
  let isTooLarge = false
  // This index does not change: the agent's work is staged in other ones.
  let tracked: Listed | null = null

  /** `null`: it cannot be kept in memory. */
  const buildIndex = async (): Promise<IndexState | null> => {
    const since = now()
    const [known, untracked] = await Promise.all([
      tracked ?? lsFiles(git, ['-c'], toPathspecs(EVERYWHERE)),
      walk(git, EVERYWHERE),
    ])
    if ([known, untracked].some(({ cut, problem }) => cut || problem !== null)) return null
    tracked = known
    const files = { tracked: tracked.files, untracked: untracked.files }
    const folders = await indexFolders({ git, root, now, since, ...files, before: last?.folders ?? null })
    return folders === null ? null : { untracked: untracked.files, folders }
  }

  return {
    async findUntracked(scope) {
      if (!isTooLarge && !last?.folders.areUnchanged()) {
        last = await buildIndex()
        isTooLarge = last === null
      }
      return (last === null ? null : narrow(last.untracked, scope)) ?? walk(git, scope)
    },
    entriesOf: (folder) => last?.folders.noted.get(folder)?.entries,
  }
}

const EVERYWHERE: Scope = { path: '' }

const walk = (git: Git, scope: Scope): Promise<Listed> =>
  lsFiles(git, ['-o', '--exclude-standard'], toPathspecs(scope))

/** `null`: only git can tell which of them a glob matches. */
function narrow(untracked: readonly string[], scope: Scope): Listed | null {
  const matches = untracked.length === 0 ? () => false : matchScope(scope)
  return matches === null ? null : { files: untracked.filter(matches), cut: false, problem: null }
}

interface IndexRequest {
  readonly git: Git
  /** Absolute. */
  readonly root: string
  readonly now: () => number
  /** A time before git listed the files. */
  readonly since: number
  readonly tracked: readonly string[]
  /** Including nested repositories, which end with a slash. */
  readonly untracked: readonly string[]
  readonly before: FolderMtimes | null
}

/** Checking more folders would block everything else for too long. */
const MAX_FOLDERS = 20_000
/** After so many folders, a cancel gets a chance. */
const BATCH = 1000
/** Nesting of folders without a file of the repository. */
const MAX_DEPTH = 10

/**
 * Notes all folders that git walks: those of the files that it listed, and those that are not ignored and contain nothing
 * or only ignored files. `null`: git failed, there are too many, or a name is not UTF-8 and cannot be looked up.
 */
async function indexFolders(request: IndexRequest): Promise<FolderMtimes | null> {
  const { git, root, now, since, tracked, untracked, before } = request
  const folders = readFolderMtimes(root, now, before)
  const inhabited = foldersOf([...tracked, ...untracked.filter((path) => !path.endsWith('/'))])
  const submodules = new Set(tracked)
  const repositories = new Set(untracked)
  let found = ['']
  for (let depth = 0; found.length > 0; depth += 1) {
    const empty: string[] = []
    for (const folder of found) {
      if (folders.noted.size >= MAX_FOLDERS) return null
      if (folders.noted.size % BATCH === BATCH - 1) await setImmediate()
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
    if (depth === MAX_DEPTH && empty.length > 0) return null
    const ignored = await findIgnored(git, empty)
    if (ignored === null) return null
    found = empty.filter((path) => !ignored.has(path))
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
