import type { Git } from '../../git/process/git.ts'
import { type Listed, lsFiles } from '../files/ls-files.ts'
import type { Entries } from '../files/read-folder.ts'
import type { FolderMtimes } from './folder-mtimes.ts'
import { indexFolders } from './index-folders.ts'
import { matchGlobs, toGlobs, toPathspecs, type Where } from './to-pathspecs.ts'

/**
 * What the index does not tell of the work tree. It is looked for once, and again when something came or went: mostly
 * through the agent, but nothing keeps a program that an earlier step of the workflow started from writing, too.
 */
export interface UntrackedIndex {
  /** Files that git does not track and would add, and repositories of their own, these with a slash at their end. */
  findFresh(where: Where): Promise<Listed>
  /** What was in a folder when fresh files were last looked for; `undefined`: that is not known. */
  entriesOf(folder: string): Entries | undefined
}

interface Surveyed {
  readonly fresh: readonly string[]
  readonly folders: FolderMtimes
}

/** `root` is absolute. `now` is the machine's clock. */
export function openUntrackedIndex(git: Git, root: string, now: () => number): UntrackedIndex {
  let last: Surveyed | null = null
  let isTooMuch = false
  // The index stays as it is: the agent's work is staged in others.
  let tracked: Listed | null = null

  /** `null`: it cannot be kept in mind. */
  const survey = async (): Promise<Surveyed | null> => {
    const since = now()
    const [known, fresh] = await Promise.all([
      tracked ?? lsFiles(git, ['-c'], toPathspecs(EVERYWHERE)),
      walk(git, EVERYWHERE),
    ])
    if ([known, fresh].some(({ cut, problem }) => cut || problem !== null)) return null
    tracked = known
    const files = { tracked: tracked.files, fresh: fresh.files }
    const folders = await indexFolders({ git, root, now, since, ...files, before: last?.folders ?? null })
    return folders === null ? null : { fresh: fresh.files, folders }
  }

  return {
    async findFresh(where) {
      if (!isTooMuch && !last?.folders.areUnchanged()) {
        last = await survey()
        isTooMuch = last === null
      }
      return (last === null ? null : narrow(last.fresh, where)) ?? walk(git, where)
    },
    entriesOf: (folder) => last?.folders.noted.get(folder)?.entries,
  }
}

const EVERYWHERE: Where = { path: '' }

const walk = (git: Git, where: Where): Promise<Listed> =>
  lsFiles(git, ['-o', '--exclude-standard'], toPathspecs(where))

/** `null`: which of them a glob means, git has to say. */
function narrow(fresh: readonly string[], where: Where): Listed | null {
  const isMeant = fresh.length === 0 ? () => false : matcherOf(where)
  return isMeant === null ? null : { files: fresh.filter(isMeant), cut: false, problem: null }
}

function matcherOf(where: Where): ((file: string) => boolean) | null {
  const { path } = where
  const globs = toGlobs(where)
  if (globs !== null) return matchGlobs(globs)
  return (file) => path === '' || file === path || file.startsWith(`${path}/`)
}
