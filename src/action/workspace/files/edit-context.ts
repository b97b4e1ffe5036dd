import type { Git } from '../../git/process/git.ts'
import type { ReadFiles } from './read-files.ts'
import { readBytes, readText, SIZE_LIMIT, type TextRead } from './read-text.ts'
import type { Place, ResolvedPath } from './resolve-path.ts'

/** What every change of files works with. */
export interface EditContext {
  /** Absolute, without symbolic links. */
  readonly root: string
  readonly git: Git
  readonly known: ReadFiles
  /** Whether a file that git does not track lay there before the agent: it is never published. */
  isForeign(path: string): boolean
  /** Whether a new executable file could be published. */
  readonly mayMakeExecutable: boolean
  /** Looks a path up and refuses it where it may not be changed. */
  locate(path: string, as?: LocateAs): Promise<ResolvedPath>
}

/**
 * `file`: what can be read and written. `entry`: what can be deleted as it is; a link is not followed, and a folder is
 * judged by the files in it. `folder`: one that may not exist, judged so too.
 */
export type LocateAs = 'file' | 'entry' | 'folder'

/** The text of a file that is to be changed, unless it is another one than the model knows. */
export async function loadToChange({ known }: EditContext, place: Place): Promise<TextRead> {
  const loaded = await readText(place)
  if (!loaded.ok || known.judge(place.absolute, loaded.bytes) !== 'changed') return loaded
  return { ok: false, problem: nameChanged(place) }
}

/** Why a file cannot be deleted or moved as it is; `null`: it can. A file that nobody has read may be anything. */
export async function findStale({ known }: EditContext, place: Place): Promise<string | null> {
  const { stats, absolute } = place
  if (stats === null || stats.isSymbolicLink() || !known.has(absolute)) return null
  const bytes = stats.size > SIZE_LIMIT ? null : await readBytes(place)
  return bytes === null || known.judge(absolute, bytes) === 'changed' ? nameChanged(place) : null
}

const nameChanged = ({ path }: Place): string =>
  `${path} has changed since you read it, and not by you. Nothing was done: read it again first.`

export const nameTooLarge = (path: string, size: number): string =>
  `${path} would have ${size} bytes; the most is ${SIZE_LIMIT}. Split it.`
