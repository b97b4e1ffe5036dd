import type { Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, mkdtemp, open, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { removeEmptyFolders } from '../../git/process/remove-empty-folders.ts'
import type { EditContext } from '../files/edit-context.ts'
import { isSameFile, type ResolvedPath } from '../files/resolve-path.ts'

// Egress: changes the work tree, which `planPublish` judges.

/** A change of one file, located and complete. */
export type FileChange =
  | {
      readonly kind: 'create'
      readonly file: ResolvedPath
      readonly bytes: Uint8Array
      /** True: the file is executable. */
      readonly executable?: boolean
    }
  | {
      readonly kind: 'replace'
      readonly file: ResolvedPath
      readonly bytes: Uint8Array
      /** Whether the file becomes executable; absent: no change. */
      readonly executable?: boolean
    }
  | { readonly kind: 'delete'; readonly file: ResolvedPath }
  /** `bytes`: its new content; `null`: its content stays. */
  | {
      readonly kind: 'move'
      readonly file: ResolvedPath
      readonly to: ResolvedPath
      readonly bytes: Uint8Array | null
    }

type Undo = () => Promise<unknown>

/**
 * Makes all changes or, if one fails, none, and then throws the error. New content is written beside the files and
 * renamed: a full disk is noticed before anything is changed, a file is never half written, and another name of it (a
 * hard link, perhaps outside of the work tree) keeps the old content. `confirm` checks the result and may still throw.
 */
export async function applyTransaction(
  {
    root,
    isForeign,
    findUnfit,
    findUnportable,
  }: Pick<EditContext, 'root' | 'isForeign' | 'findUnfit' | 'findUnportable'>,
  changes: readonly FileChange[],
  confirm: () => Promise<void> = async () => undefined,
): Promise<void> {
  const unfit = await findUnfit(changes.flatMap(pathsOf).filter((path) => !isForeign(path)))
  if (unfit !== null) throw new ChangeRefused(`${unfit}.\nLeave it and say so when you finish.`)
  const unportable = await findUnportable(root, {
    added: changes.flatMap((change) =>
      change.kind === 'create' ? change.file.path : change.kind === 'move' ? change.to.path : [],
    ),
    gone: changes.flatMap(({ kind, file }) => (kind === 'delete' || kind === 'move' ? file.path : [])),
  })
  if (unportable !== null) throw new ChangeRefused(`${unportable}\nNothing was changed.`)
  const staging = await mkdtemp(join(root, '.prentice-'))
  const undo: Undo[] = []
  try {
    const staged = await stageAll(staging, changes)
    for (const [index, change] of changes.entries()) {
      await makeChange(change, { staged: staged[index] ?? '', old: join(staging, `old-${index}`), undo })
    }
    await confirm()
  } catch (error) {
    await undoAll(undo, error)
    throw error
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  await removeEmptyFolders(
    root,
    changes.filter(({ kind }) => kind === 'delete' || kind === 'move').map(({ file }) => file.absolute),
  )
}

/** Of the files with a content of which the change makes something else. */
function pathsOf(change: FileChange): string[] {
  switch (change.kind) {
    case 'delete':
      return []
    case 'move':
      return [change.file.path, change.to.path]
    case 'create':
    case 'replace':
      return [change.file.path]
  }
}

async function stageAll(staging: string, changes: readonly FileChange[]): Promise<readonly string[]> {
  const paths: string[] = []
  for (const [index, change] of changes.entries()) {
    const path = join(staging, `new-${index}`)
    paths.push(path)
    if (change.kind === 'delete' || change.bytes === null) continue
    const handle = await open(path, 'wx', 0o666)
    try {
      await handle.writeFile(change.bytes)
      const mode = await findMode(change, handle)
      if (mode !== null) await handle.chmod(mode)
    } finally {
      await handle.close()
    }
  }
  return paths
}

/** The mode of the new content; `null`: that of any new file. */
async function findMode(change: FileChange, handle: FileHandle): Promise<number | null> {
  const executable = change.kind === 'create' || change.kind === 'replace' ? change.executable : undefined
  if (change.kind === 'create') return executable ? modeOf(await handle.stat()) | 0o111 : null
  if (change.file.stats === null) return null
  const mode = modeOf(change.file.stats)
  return executable === undefined ? mode : executable ? mode | 0o111 : mode & ~0o111
}

const modeOf = ({ mode }: Stats): number => mode & 0o7777

interface ChangePaths {
  readonly staged: string
  readonly old: string
  readonly undo: Undo[]
}

async function makeChange(change: FileChange, { staged, old, undo }: ChangePaths): Promise<void> {
  const { file } = change
  const move = async (from: string, to: string) => {
    await rename(from, to)
    undo.push(() => rename(to, from))
  }
  if (change.kind === 'create' || change.kind === 'move') {
    const { absolute } = change.kind === 'create' ? file : change.to
    const made = await mkdir(dirname(absolute), { recursive: true })
    if (made !== undefined) undo.push(() => removeFolders(dirname(absolute), made))
  }
  await mustBeUnchanged(file)
  switch (change.kind) {
    case 'create':
      return move(staged, file.absolute)
    case 'delete':
      return move(file.absolute, old)
    case 'replace':
      await move(file.absolute, old)
      return move(staged, file.absolute)
    case 'move':
      await mustBeUnchanged(change.to)
      if (change.bytes === null) return move(file.absolute, change.to.absolute)
      await move(file.absolute, old)
      return move(staged, change.to.absolute)
  }
}

/** Another program may have replaced the file, or a folder above it by a link, since it was looked up. */
async function mustBeUnchanged({ absolute, path, stats }: ResolvedPath): Promise<void> {
  const folder = dirname(absolute)
  const now = await lstat(absolute).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (!isSameFile(stats, now) || (await realpath(folder)) !== folder) throw new ChangedMeanwhile(path)
}

/** Nothing was changed. The message tells the model why. */
export class ChangeRefused extends Error {}

/** The file has changed since it was looked up. */
class ChangedMeanwhile extends ChangeRefused {
  constructor(path: string) {
    super(`${path} was replaced while it was being changed. Read it again.`)
  }
}

async function undoAll(undo: readonly Undo[], cause: unknown): Promise<void> {
  const failed: unknown[] = []
  for (const revert of undo.toReversed()) await revert().catch((error: unknown) => failed.push(error))
  if (failed.length > 0) {
    throw new AggregateError([cause, ...failed], 'changing several files failed, and so did undoing it', {
      cause,
    })
  }
}

/** From the deepest folder up to the first that was created. A folder that others have put files into stays. */
async function removeFolders(deepest: string, first: string): Promise<void> {
  for (let folder = deepest; ; folder = dirname(folder)) {
    await rmdir(folder)
    if (folder === first) return
  }
}
