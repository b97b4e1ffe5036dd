import type { Git } from '../../git/process/git.ts'
import { findPresent } from '../files/find-present.ts'
import { type Listed, lsFiles } from '../files/ls-files.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { toPathspecs, type Where } from './to-pathspecs.ts'
import type { UntrackedIndex } from './untracked-index.ts'

const ENTRIES = 1000
/** Looking for more would hold everything else up for too long. */
const MOST_LOOKED_FOR = 50_000

export interface Finding {
  readonly git: Git
  /** Absolute path of the work tree. */
  readonly root: string
  readonly survey: UntrackedIndex
}

/** Files that git tracks or would add, and that are there. */
export async function listFiles(finding: Finding, where: Where): Promise<ToolResult> {
  const [known, fresh] = await Promise.all([
    lsFiles(finding.git, ['-c'], toPathspecs(where)),
    finding.survey.findFresh(where),
  ])
  const tracked = await withoutGone(finding, where, known)
  const failed = [fresh, tracked].find(({ problem }) => problem !== null)
  if (failed !== undefined) return refused(`The list failed: ${failed.problem?.trim().slice(0, 300)}`)
  const found = new Set([...fresh.files, ...tracked.files])
  const isCut = fresh.cut || tracked.cut
  if (found.size === 0) return done('No file matches. Ignored files are not listed.')
  const shown = found.size > ENTRIES ? fold([...found], where.isGlob ? '' : where.path) : [...found]
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
async function withoutGone(finding: Finding, where: Where, known: Listed): Promise<Listed> {
  if (known.files.length <= MOST_LOOKED_FOR) {
    return { ...known, files: findPresent(finding.root, known.files, finding.survey.entriesOf) }
  }
  const deleted = await lsFiles(finding.git, ['-d'], toPathspecs(where))
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
