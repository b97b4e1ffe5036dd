import type { Git } from '../../git/process/git.ts'
import { findGitlinks, findSubmodule } from './ls-files.ts'
import type { FindUnportable } from './portable-names.ts'
import type { ReadFiles } from './read-files.ts'
import { LARGE_LIMIT, readBytes, readText, SIZE_LIMIT, type TextRead } from './read-text.ts'
import { type PathLookup, type ResolvedPath, resolveToWrite } from './resolve-path.ts'

/** What all changes of files use. */
export interface EditContext {
  /** Absolute, without symbolic links. */
  readonly root: string
  readonly git: Git
  readonly readFiles: ReadFiles
  /** Whether a file was there, untracked, before the agent ran: it is never published. */
  isForeign(path: string): boolean
  /** Why a new content of these files could not be published; `null`: it could. */
  findUnfit(paths: readonly string[]): Promise<string | null>
  /** Why the new paths of a change cannot be checked out everywhere; `null`: they can. */
  readonly findUnportable: FindUnportable
  /** Whether a new executable file could be published. */
  readonly mayMakeExecutable: boolean
  /** The largest change that could be published, in bytes. */
  readonly maxBytes: number
  /** Looks up a path, and refuses it if it must not be changed. */
  locate(path: string, as?: LocateAs): Promise<PathLookup>
}

/**
 * `file`: to be read and written. `entry`: to be deleted or moved; a link is not followed, and a folder is allowed if the
 * files in it are. `folder`: the same for a folder that may not exist.
 */
type LocateAs = 'file' | 'entry' | 'folder'

/** Reads a file that is to be changed. Refuses it if it is not what the model has read. */
export async function loadToChange({ root, readFiles }: EditContext, file: ResolvedPath): Promise<TextRead> {
  const loaded = await readText(root, file)
  if (!loaded.ok) return loaded
  const problem = findPointerProblem(file.path, loaded.bytes)
  if (problem !== null) return { ok: false, problem }
  if (readFiles.knowledgeOf(file.absolute, loaded.bytes) !== 'changed') return loaded
  return { ok: false, problem: nameChanged(file) }
}

/** Why a file cannot be deleted or moved; `null`: it can. A file that the model has not read may be anything. */
export async function findStale({ readFiles }: EditContext, file: ResolvedPath): Promise<string | null> {
  const { stats, absolute } = file
  if (stats === null || stats.isSymbolicLink() || !readFiles.has(absolute)) return null
  const bytes = stats.size > LARGE_LIMIT ? null : await readBytes(file)
  return bytes === null || readFiles.knowledgeOf(absolute, bytes) === 'changed' ? nameChanged(file) : null
}

const nameChanged = ({ path }: ResolvedPath): string =>
  `${path} has changed since you read it, and not by you. Nothing was done: read it again first.`

/** Why a file cannot have a new size; `null`: it can. `limit`: the largest that the workspace writes. Pure. */
export function findSizeProblem(
  { isForeign, maxBytes }: Pick<EditContext, 'isForeign' | 'maxBytes'>,
  path: string,
  { size, limit = SIZE_LIMIT }: { readonly size: number; readonly limit?: number },
): string | null {
  if (size > limit) return `${path} would have ${size} bytes; the most is ${limit}. Split it.`
  if (size <= maxBytes || isForeign(path)) return null
  return `${path} would have ${size} bytes, and \`max-bytes\` in the project settings is ${maxBytes}, so the change could not be published. Leave the file, and say so when you finish.`
}

/** https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md#the-pointer */
const MAX_POINTER_BYTES = 1024
const POINTER_START = Buffer.from('version https://git-lfs.github.com/spec/')

/**
 * Why a file cannot get another text: what is checked out is only its pointer, and the change would put a text in the place of
 * the file. `null`: it is no pointer. Pure.
 */
export const findPointerProblem = (path: string, bytes: Buffer): string | null =>
  bytes.length < MAX_POINTER_BYTES && bytes.subarray(0, POINTER_START.length).equals(POINTER_START)
    ? `${path} is in Git LFS, and this is only its pointer: the file itself can be neither read nor edited here. Leave it, and say so when you finish.`
    : null

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
