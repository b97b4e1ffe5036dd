import type { Git } from '../../git/process/git.ts'
import type { LocateAs } from './edit-context.ts'
import { findGitlinks, findSubmodule } from './find-gitlinks.ts'
import { type PathLookup, resolveToWrite } from './resolve-path.ts'

type Locate = (realRoot: string, path: string, as: LocateAs) => Promise<PathLookup>

/** Looks up paths, and refuses those that the agent must not change. `findObstacle`: why not, to be read after "is". */
export function createLocate({
  git,
  findObstacle,
}: {
  readonly git: Git
  readonly findObstacle: (path: string) => string | null
}): Locate {
  let gitlinks: ReadonlySet<string> | null = null
  const refuse = (problem: string): PathLookup => ({ ok: false, problem })

  return async (realRoot, path, as) => {
    const lookup = await resolveToWrite(realRoot, path, { linkItself: as === 'entry' })
    if (!lookup.ok) return lookup
    const { path: name, stats } = lookup.file
    const isFolder = as === 'folder' || (as === 'entry' && stats?.isDirectory() === true)
    const obstacle = isFolder ? null : findObstacle(name)
    if (obstacle !== null) return refuse(`${name} is ${obstacle}.\nLeave it and say so when you finish.`)
    // A submodule is a folder: a file at the root is in none.
    if (isFolder || name.includes('/')) gitlinks ??= await findGitlinks(git)
    const submodule = gitlinks === null ? null : findSubmodule(name, gitlinks)
    if (submodule === null) return lookup
    return refuse(`${submodule} is a submodule, which is another repository. Leave it alone.`)
  }
}
