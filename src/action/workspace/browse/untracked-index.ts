import type { Git } from '../../git/process/git.ts'
import { type Listed, lsFiles } from '../files/ls-files.ts'
import type { Entries } from '../files/read-folder.ts'
import type { FolderMtimes } from './folder-mtimes.ts'
import { indexFolders } from './index-folders.ts'
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
