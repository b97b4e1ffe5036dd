import { lstat, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { removeEmptyFolders } from '../process/remove-empty-folders.ts'
import type { Repository } from '../process/repository.ts'
import { listPaths, pathAsText } from './list-paths.ts'

/** Files that were untracked before the agent started; they are never published. Paths byte for byte (latin1). */
export interface UntrackedBefore {
  readonly files: ReadonlySet<string>
  /** Ignored folders and nested repositories, each with a trailing slash. */
  readonly folders: readonly string[]
}

/** Of a workspace that was empty before the checkout. */
export const NOTHING_UNTRACKED: UntrackedBefore = { files: new Set(), folders: [] }

/**
 * Includes ignored files, since the agent may change .gitignore. Ignored folders (node_modules) are listed as a whole,
 * others file by file, so that a new file in such a folder counts as the agent's.
 */
export async function listUntracked(repository: Repository): Promise<UntrackedBefore> {
  const others = ['ls-files', '-z', '--others', '--exclude-standard']
  const paths = [
    ...(await listPaths(repository.gitBytes, others)),
    ...(await listPaths(repository.gitBytes, [...others, '--ignored', '--directory'])),
  ]
  return {
    files: new Set(paths.filter((path) => !path.endsWith('/'))),
    folders: paths.filter((path) => path.endsWith('/')),
  }
}

export function wasUntracked(before: UntrackedBefore, path: string): boolean {
  return before.files.has(path) || before.folders.some((folder) => path.startsWith(folder))
}

export interface Leftovers {
  /** How many files were removed. */
  readonly removed: number
  /** Files that the action may not remove, with the paths as text. */
  readonly stuck: readonly string[]
}

export const NO_LEFTOVERS: Leftovers = { removed: 0, stuck: [] }

/**
 * Removes the files of earlier jobs from the workspace, which a runner of one's own keeps. Otherwise a file that an earlier
 * run has written would count as one that an earlier step has made, and would not be published when the agent writes it
 * again. Files that git ignores stay, as those of caches do, and so do other repositories. `jobFile`: a file that the
 * runner writes at the start of the job, before its first step; absent, nothing is removed.
 */
export async function removeLeftovers(
  { gitBytes, workTree }: Repository,
  jobFile: string | undefined,
): Promise<Leftovers> {
  const startedMs = jobFile === undefined ? null : await readStart(jobFile, workTree)
  if (startedMs === null) return NO_LEFTOVERS
  const removed: string[] = []
  const stuck: string[] = []
  for (const path of await listPaths(gitBytes, ['ls-files', '-z', '--others', '--exclude-standard'])) {
    if (path.endsWith('/')) continue
    const absolute = Buffer.concat([Buffer.from(`${workTree}/`), Buffer.from(path, 'latin1')])
    const { ctimeMs } = await lstat(absolute)
    if (ctimeMs >= startedMs) continue
    await unlink(absolute).then(
      () => removed.push(join(workTree, pathAsText(path))),
      () => stuck.push(pathAsText(path)),
    )
  }
  await removeEmptyFolders(workTree, removed)
  return { removed: removed.length, stuck }
}

/** When the job started, by the clock of the file system that has the workspace; `null`: unknown. */
async function readStart(jobFile: string, workTree: string): Promise<number | null> {
  const [file, folder] = await Promise.all([stat(jobFile).catch(() => null), stat(workTree)])
  return file?.dev === folder.dev ? file.mtimeMs : null
}
