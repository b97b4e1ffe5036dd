import { randomBytes } from 'node:crypto'
import { chmod, lstat, mkdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { listPaths, pathAsText, pathsAsInput } from '../git/checkout/list-paths.ts'
import { removeEmptyFolders } from '../git/process/remove-empty-folders.ts'
import { must } from '../git/process/repository.ts'
import { showPath, showPaths } from '../text/format.ts'
import type { Clone, CloneFiles } from './open-clone.ts'

type Applied = { readonly ok: true } | { readonly ok: false; readonly why: string }

/** One file of the change. Paths byte for byte (latin1). */
interface FileChange {
  readonly path: string
  /** `null`: it is new. */
  readonly oldId: string | null
  readonly isGone: boolean
  /** Whether it becomes or stops being executable; `null`: neither. */
  readonly executable: boolean | null
}

/**
 * Writes a change that may be published into the work tree: all of it, or nothing if a file there is not as in HEAD. No hook
 * and no filter runs, no link is followed, and git's index stays as it is.
 */
export async function applyChange(
  clone: Clone,
  files: CloneFiles,
  { startSha, tree }: { readonly startSha: string; readonly tree: string },
): Promise<Applied> {
  const changes = await listChanges(files, startSha, tree)
  const why = await findObstacle(clone, files, changes)
  if (why !== null) return { ok: false, why }
  // In the work tree, so that each file only has to be renamed.
  const prepared = join(clone.root, `.prentice-${randomBytes(6).toString('hex')}`)
  await mkdir(prepared, { mode: 0o700 })
  try {
    await writePrepared(files, { prepared, tree }, changes)
    await replaceFiles(clone, prepared, changes)
    return { ok: true }
  } finally {
    await rm(prepared, { recursive: true, force: true })
  }
}

async function listChanges({ git }: CloneFiles, from: string, to: string): Promise<FileChange[]> {
  const args = ['diff-tree', '-r', '--no-renames', '--raw', '--no-abbrev', '-z', from, to]
  const fields = await listPaths((options, limits) => git(options, limits), args)
  const changes: FileChange[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode, newMode, oldId = ''] = (fields[at] ?? '').slice(1).split(' ')
    const isNew = oldMode === ABSENT
    changes.push({
      path: fields[at + 1] ?? '',
      oldId: isNew ? null : oldId,
      isGone: newMode === ABSENT,
      executable: isNew || newMode === ABSENT || oldMode === newMode ? null : newMode === EXECUTABLE,
    })
  }
  return changes
}

const ABSENT = '000000'
const EXECUTABLE = '100755'

/** What is in the way; `null`: nothing. */
async function findObstacle(
  { root }: Clone,
  { git }: CloneFiles,
  changes: readonly FileChange[],
): Promise<string | null> {
  const gone = new Set(changes.filter(({ isGone }) => isGone).map(({ path }) => path))
  const obstacles = await Promise.all(changes.map((change) => obstacleAt(root, change, gone)))
  const first = obstacles.find((obstacle) => obstacle !== null)
  if (first !== undefined) return first
  const differing = await listDiffering(git, new Set(changes.map(({ path }) => path)))
  return differing.length === 0
    ? null
    : `${showPaths(differing)} ${differing.length === 1 ? 'is' : 'are'} not as in HEAD: commit or stash your changes first`
}

/**
 * Which of these tracked files are not as in HEAD, as `git status` sees it: with the line ends of the clone, and without its
 * filters. `git update-index --assume-unchanged` hides changes from that, and from the check for changed files.
 */
async function listDiffering(git: CloneFiles['git'], paths: ReadonlySet<string>): Promise<string[]> {
  const list = (args: readonly string[]) => listPaths((options, limits) => git(options, limits), args)
  const hidden = (await list(['ls-files', '-v', '-z'])).filter(
    (entry) => /^[a-zS]/.test(entry) && paths.has(entry.slice(2)),
  )
  const input = pathsAsInput(hidden.map((entry) => entry.slice(2)))
  for (const flag of hidden.length === 0 ? [] : ['--no-assume-unchanged', '--no-skip-worktree'])
    await must(git(['update-index', flag, '-z', '--stdin'], { input }))
  const status = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=no']
  const differing = (await list([...status, '--ignore-submodules=all'])).map((entry) => entry.slice(3))
  return differing.filter((path) => paths.has(path)).map(pathAsText)
}

async function obstacleAt(
  root: string,
  { path, oldId }: FileChange,
  gone: ReadonlySet<string>,
): Promise<string | null> {
  const shown = showPath(pathAsText(path))
  const parts = path.split('/')
  for (let depth = 1; depth < parts.length; depth += 1) {
    const folder = parts.slice(0, depth).join('/')
    const stats = await statOf(root, folder)
    if (stats === null || gone.has(folder)) return oldId === null ? null : `${shown} does not exist any more`
    if (stats.isSymbolicLink())
      return `${shown} is behind the symbolic link ${showPath(pathAsText(folder))}, which is not followed`
    if (!stats.isDirectory()) return `${showPath(pathAsText(folder))} is in the way of ${shown}: move it away`
  }
  const stats = await statOf(root, path)
  if (oldId === null) return stats === null ? null : `${shown} already exists: move it away`
  if (stats === null) return `${shown} does not exist any more`
  return stats.isFile() ? null : `${shown} is no longer a file`
}

const statOf = (root: string, path: string) => lstat(absolute(root, path)).catch(() => null)

const absolute = (root: string, path: string): Buffer =>
  Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')])

async function writePrepared(
  { git, gitDir }: CloneFiles,
  { prepared, tree }: { readonly prepared: string; readonly tree: string },
  changes: readonly FileChange[],
): Promise<void> {
  const index = join(gitDir, 'apply-index')
  await must(git(['read-tree', tree], {}, index))
  const present = changes.filter(({ isGone }) => !isGone).map(({ path }) => path)
  const input = pathsAsInput(present)
  await must(
    git(['checkout-index', '--force', '--quiet', `--prefix=${prepared}/`, '-z', '--stdin'], { input }, index),
  )
}

async function replaceFiles(
  { root }: Clone,
  prepared: string,
  changes: readonly FileChange[],
): Promise<void> {
  const gone = changes.filter(({ isGone }) => isGone)
  for (const { path } of gone) await unlink(absolute(root, path))
  await removeEmptyFolders(
    root,
    gone.map(({ path }) => join(root, pathAsText(path))),
  )
  for (const change of changes) {
    if (change.isGone) continue
    const target = absolute(root, change.path)
    const from = absolute(prepared, change.path)
    if (change.oldId !== null) await takeMode(target, from, change.executable)
    const slash = target.lastIndexOf('/')
    await mkdir(target.subarray(0, slash), { recursive: true })
    await rename(from, target)
  }
}

/** Keeps the permissions of the file that is replaced. */
async function takeMode(target: Buffer, from: Buffer, executable: boolean | null): Promise<void> {
  const { mode } = await stat(target)
  const readable = (mode & 0o444) >> 2
  const changed = executable === null ? mode : executable ? mode | readable : mode & ~0o111
  await chmod(from, changed & 0o777)
}
