import type { Git } from '../../git/process/git.ts'
import { findPresent } from '../files/find-present.ts'
import { type Listed, lsFiles } from '../files/ls-files.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
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
