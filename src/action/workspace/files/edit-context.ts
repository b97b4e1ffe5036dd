import type { Git } from '../../git/process/git.ts'
import { findPointerProblem } from './lfs-pointer.ts'
import type { ReadFiles } from './read-files.ts'
import { LARGE_LIMIT, readBytes, readText, SIZE_LIMIT, type TextRead } from './read-text.ts'
import type { PathLookup, ResolvedPath } from './resolve-path.ts'

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
export type LocateAs = 'file' | 'entry' | 'folder'

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
