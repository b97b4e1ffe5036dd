import type { Git } from '../../git/process/git.ts'
import type { ReadFiles } from './read-files.ts'
import { readBytes, readText, SIZE_LIMIT, type TextRead } from './read-text.ts'
import type { PathLookup, ResolvedPath } from './resolve-path.ts'

/** What all changes of files use. */
export interface EditContext {
  /** Absolute, without symbolic links. */
  readonly root: string
  readonly git: Git
  readonly readFiles: ReadFiles
  /** Whether a file was there, untracked, before the agent ran: it is never published. */
  isForeign(path: string): boolean
  /** Whether a new executable file could be published. */
  readonly mayMakeExecutable: boolean
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
  if (!loaded.ok || readFiles.knowledgeOf(file.absolute, loaded.bytes) !== 'changed') return loaded
  return { ok: false, problem: nameChanged(file) }
}

/** Why a file cannot be deleted or moved; `null`: it can. A file that the model has not read may be anything. */
export async function findStale({ readFiles }: EditContext, file: ResolvedPath): Promise<string | null> {
  const { stats, absolute } = file
  if (stats === null || stats.isSymbolicLink() || !readFiles.has(absolute)) return null
  const bytes = stats.size > SIZE_LIMIT ? null : await readBytes(file)
  return bytes === null || readFiles.knowledgeOf(absolute, bytes) === 'changed' ? nameChanged(file) : null
}

const nameChanged = ({ path }: ResolvedPath): string =>
  `${path} has changed since you read it, and not by you. Nothing was done: read it again first.`

export const nameTooLarge = (path: string, size: number): string =>
  `${path} would have ${size} bytes; the most is ${SIZE_LIMIT}. Split it.`
