import type { Stats } from 'node:fs'
import { lstat, mkdir, mkdtemp, open, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isSameFile } from '../files/is-same-file.ts'
import type { Place } from '../files/resolve-path.ts'
import { removeEmptyFolders } from './remove-empty-folders.ts'

/** A change of one file, located and complete. */
export type FileChange =
  | { readonly kind: 'create'; readonly place: Place; readonly bytes: Uint8Array }
  | {
      readonly kind: 'replace'
      readonly place: Place
      readonly bytes: Uint8Array
      /** True: the file also becomes executable. */
      readonly executable?: boolean
    }
  | { readonly kind: 'delete'; readonly place: Place }
  /** `bytes`: what it holds from now on; `null`: what it held. */
  | { readonly kind: 'move'; readonly place: Place; readonly to: Place; readonly bytes: Uint8Array | null }

type Undo = () => Promise<unknown>

/**
 * Makes all changes or, where one fails, none, and then throws what failed. New contents are written beside the files
 * and renamed into place: a full disk shows before anything is touched, a file is never half written, and another name
 * of it (a hard link, perhaps out of the work tree) keeps what it had. `confirm` looks at the whole and may still throw.
 */
export async function applyTransaction(
  root: string,
  changes: readonly FileChange[],
  confirm: () => Promise<void> = async () => undefined,
): Promise<void> {
  const desk = await mkdtemp(join(root, '.prentice-'))
  const undo: Undo[] = []
  try {
    const staged = await stageAll(desk, changes)
    for (const [index, change] of changes.entries()) {
      await makeChange(change, { staged: staged[index] ?? '', old: join(desk, `old-${index}`), undo })
    }
    await confirm()
  } catch (error) {
    await undoAll(undo, error)
    throw error
  } finally {
    await rm(desk, { recursive: true, force: true })
  }
  await removeEmptyFolders(
    root,
    changes.filter(({ kind }) => kind === 'delete' || kind === 'move').map(({ place }) => place.absolute),
  )
}

async function stageAll(desk: string, changes: readonly FileChange[]): Promise<readonly string[]> {
  const paths: string[] = []
  for (const [index, change] of changes.entries()) {
    const path = join(desk, `new-${index}`)
    paths.push(path)
    if (change.kind === 'delete' || change.bytes === null) continue
    const file = await open(path, 'wx', 0o666)
    try {
      await file.writeFile(change.bytes)
      if (change.kind !== 'create' && change.place.stats !== null)
        await file.chmod(modeOf(change.place.stats) | addedMode(change))
    } finally {
      await file.close()
    }
  }
  return paths
}

const modeOf = ({ mode }: Stats): number => mode & 0o7777

const addedMode = (change: FileChange): number => (change.kind === 'replace' && change.executable ? 0o111 : 0)

interface Way {
  readonly staged: string
  readonly old: string
  readonly undo: Undo[]
}

async function makeChange(change: FileChange, { staged, old, undo }: Way): Promise<void> {
  const { place } = change
  const go = async (from: string, to: string) => {
    await rename(from, to)
    undo.push(() => rename(to, from))
  }
  if (change.kind === 'create' || change.kind === 'move') {
    const { absolute } = change.kind === 'create' ? place : change.to
    const made = await mkdir(dirname(absolute), { recursive: true })
    if (made !== undefined) undo.push(() => removeFolders(dirname(absolute), made))
  }
  await mustBeAsLocated(place)
  switch (change.kind) {
    case 'create':
      return go(staged, place.absolute)
    case 'delete':
      return go(place.absolute, old)
    case 'replace':
      await go(place.absolute, old)
      return go(staged, place.absolute)
    case 'move':
      await mustBeAsLocated(change.to)
      if (change.bytes === null) return go(place.absolute, change.to.absolute)
      await go(place.absolute, old)
      return go(staged, change.to.absolute)
  }
}

/** A program that works beside the agent could have put a link or another file in its place since it was looked up. */
async function mustBeAsLocated({ absolute, path, stats }: Place): Promise<void> {
  const folder = dirname(absolute)
  const now = await lstat(absolute).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (!isSameFile(stats, now) || (await realpath(folder)) !== folder) throw new ChangedMeanwhile(path)
}

/** Nothing was changed; the message tells the model why. */
export class ChangeRefused extends Error {}

/** A file is not any more what it was a moment ago. */
class ChangedMeanwhile extends ChangeRefused {
  constructor(path: string) {
    super(`${path} was exchanged while it was being changed. Read it again.`)
  }
}

async function undoAll(undo: readonly Undo[], cause: unknown): Promise<void> {
  const failed: unknown[] = []
  for (const step of undo.toReversed()) await step().catch((error: unknown) => failed.push(error))
  if (failed.length > 0) {
    throw new AggregateError([cause, ...failed], 'a change of several files failed, and undoing it, too', {
      cause,
    })
  }
}

/** From the deepest folder up to the first that was made; whatever else came into one keeps it. */
async function removeFolders(deepest: string, first: string): Promise<void> {
  for (let folder = deepest; ; folder = dirname(folder)) {
    await rmdir(folder)
    if (folder === first) return
  }
}
