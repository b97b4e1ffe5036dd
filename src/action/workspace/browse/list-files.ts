import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Git } from '../../git/process/git.ts'
import { type Listed, lsFiles } from '../files/ls-files.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { type Entries, readFolder } from './folder-mtimes.ts'
import { type Scope, toPathspecs } from './to-pathspecs.ts'
import type { UntrackedIndex } from './untracked-index.ts'

const ENTRIES = 1000
/** Looking for more files would block everything else for too long. */
const MAX_LOOKED_FOR = 50_000

export interface BrowseContext {
  readonly git: Git
  /** Absolute path of the work tree. */
  readonly root: string
  readonly untracked: UntrackedIndex
}

/** Files that git tracks or would add, and that exist. */
export async function listFiles(context: BrowseContext, scope: Scope): Promise<ToolResult> {
  const [known, untracked] = await Promise.all([
    lsFiles(context.git, ['-c'], toPathspecs(scope)),
    context.untracked.findUntracked(scope),
  ])
  const tracked = await withoutDeleted(context, scope, known)
  const failed = [untracked, tracked].find(({ problem }) => problem !== null)
  if (failed !== undefined) return refused(`The list failed: ${failed.problem?.trim().slice(0, 300)}`)
  const found = new Set([...untracked.files, ...tracked.files])
  const isCut = untracked.cut || tracked.cut
  if (found.size === 0) return done('No file matches. Ignored files are not listed.')
  const shown = found.size > ENTRIES ? fold([...found], scope.isGlob ? '' : scope.path) : [...found]
  const left = shown.length - ENTRIES
  const notes = [
    ...(found.size > ENTRIES
      ? [`[${found.size} files; folders are folded. List one of them by its path.]`]
      : []),
    ...(left > 0 ? [`[${left} more entries were left out. Narrow the path or the pattern.]`] : []),
    ...(isCut ? ['[The list was cut; there are more files.]'] : []),
  ]
  return done([...shown.slice(0, ENTRIES), ...notes].join('\n'))
}

/** Files that are deleted in the work tree are still in the index. */
async function withoutDeleted(context: BrowseContext, scope: Scope, known: Listed): Promise<Listed> {
  if (known.files.length <= MAX_LOOKED_FOR) {
    return { ...known, files: findPresent(context.root, known.files, context.untracked.entriesOf) }
  }
  const deleted = await lsFiles(context.git, ['-d'], toPathspecs(scope))
  const gone = new Set(deleted.files)
  return {
    ...known,
    files: known.files.filter((file) => !gone.has(file)),
    problem: known.problem ?? deleted.problem,
  }
}

function fold(files: readonly string[], path: string): string[] {
  const start = path === '' ? 0 : path.length + 1
  const counts = new Map<string, number>()
  for (const file of files) {
    const slash = file.indexOf('/', start)
    const entry = slash === -1 ? file : file.slice(0, slash + 1)
    counts.set(entry, (counts.get(entry) ?? 0) + 1)
  }
  return [...counts].map(([entry, count]) => (entry.endsWith('/') ? `${entry} (${count} files)` : entry))
}

/** From so many files on, reading their folder is faster than looking for each of them. */
const READ_FOLDER_FROM = 8

/**
 * The files that exist, whatever kind they are now. `git ls-files -d` returns the others, but looks for every tracked
 * file. `root` is absolute. `entriesOf` returns what is known of a folder, which is named without a slash at its end.
 */
function findPresent(
  root: string,
  files: readonly string[],
  entriesOf: (folder: string) => Entries | undefined,
): string[] {
  const entries = new Map<string, Entries | undefined>()
  for (const [folder, inside] of Map.groupBy(files, folderOf)) {
    const read = () => (inside.length < READ_FOLDER_FROM ? undefined : readFolder(join(root, folder)))
    entries.set(folder, entriesOf(folder.slice(0, -1)) ?? read())
  }
  // A missing name is looked up: the file system may spell it in another way.
  return files.filter((file) => {
    const folder = folderOf(file)
    return entries.get(folder)?.has(file.slice(folder.length)) === true || isThere(root, file)
  })
}

/** With its slash; `''`: the root. */
const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1)

/** True also for a name that is not UTF-8 and cannot be looked up, and for a file that may not be read. */
function isThere(root: string, file: string): boolean {
  if (file.includes('\ufffd')) return true
  try {
    return lstatSync(join(root, file), { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    // Its folder may have become a file.
    if (error instanceof Error && 'code' in error) return error.code !== 'ENOTDIR'
    throw error
  }
}
