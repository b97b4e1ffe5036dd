import type { Conflict } from '../checkout/started-merge.ts'
import { must, type Repository } from '../process/repository.ts'
import { LABELS } from './merge-trees.ts'

/** A conflict as the agent is shown it. */
export interface ShownConflict {
  readonly path: string
  /** The conflicting hunks with their line numbers; without hunks, what git says about the conflict. */
  readonly text: string
}

const MAX_BYTES = 4 * 1024 * 1024
/** Lines before and after a hunk. */
const CONTEXT = 3

/** The conflicts of a merge, hunk by hunk with both sides and the common ancestor. */
export async function showConflicts(
  { gitBytes }: Repository,
  conflicts: readonly Conflict[],
): Promise<ShownConflict[]> {
  const shown: ShownConflict[] = []
  for (const { path, kind, text, id } of conflicts) {
    if (kind === 'deletion' || id === null) shown.push({ path, text })
    else {
      const { stdout } = await must(gitBytes(['cat-file', 'blob', id], { maxBytes: MAX_BYTES }))
      const hunks = listHunks(stdout.toString('utf8'))
      shown.push({ path, text: hunks.length === 0 ? text : hunks.join('\n\n') })
    }
  }
  return shown
}

/** Each conflict of a merged text, numbered like the lines of the file. Pure. */
function listHunks(text: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  const starts = lines.flatMap((line, at) => (line === `<<<<<<< ${LABELS.branch}` ? [at] : []))
  return starts.flatMap((start) => {
    const end = lines.indexOf(`>>>>>>> ${LABELS.base}`, start)
    if (end < 0) return []
    const from = Math.max(0, start - CONTEXT)
    return [
      lines
        .slice(from, end + 1 + CONTEXT)
        .map((line, at) => `${from + at + 1}\t${line}`)
        .join('\n'),
    ]
  })
}
