import type { KnownFiles } from './known-files.ts'
import { type Loaded, loadText, readBytes, SIZE_LIMIT } from './load-text.ts'
import type { Located, Place } from './locate.ts'

/** What every change of files works with. */
export interface Editing {
  /** Absolute, without symbolic links. */
  readonly root: string
  readonly known: KnownFiles
  /** Looks a path up and refuses it where it may not be changed. */
  locate(path: string): Promise<Located>
}

/** The text of a file that is to be changed, unless it is another one than the model knows. */
export async function loadToChange({ known }: Editing, place: Place): Promise<Loaded> {
  const loaded = await loadText(place)
  if (!loaded.ok || known.judge(place.absolute, loaded.bytes) !== 'changed') return loaded
  return { ok: false, problem: nameChanged(place) }
}

/** Why a file cannot be deleted or moved as it is; `null`: it can. A file that nobody has read may be anything. */
export async function findStale({ known }: Editing, place: Place): Promise<string | null> {
  const { stats, absolute } = place
  if (stats === null || !known.has(absolute)) return null
  const bytes = stats.size > SIZE_LIMIT ? null : await readBytes(place)
  return bytes === null || known.judge(absolute, bytes) === 'changed' ? nameChanged(place) : null
}

const nameChanged = ({ path }: Place): string =>
  `${path} has changed since you read it, and not by you. Nothing was done: read it again first.`

export const nameTooLarge = (path: string, size: number): string =>
  `${path} would have ${size} bytes; the most is ${SIZE_LIMIT}. Split it.`
