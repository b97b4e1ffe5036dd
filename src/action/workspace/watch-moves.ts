import type { Git } from '../git/git.ts'
import { ChangeRefused } from './apply-changes.ts'
import { listSeen } from './list-seen.ts'

/**
 * A file that git sees must not become one that it ignores: the move would be published as a deletion. To be asked for
 * before the moves; what it gives is to be called after them and throws where that happened. Asking afterwards is exact,
 * since a `.gitignore` may have moved along.
 */
export async function watchMoves(
  git: Git,
  moves: readonly { readonly from: string; readonly to: string }[],
): Promise<() => Promise<void>> {
  if (moves.length === 0) return async () => undefined
  const before = await listSeen(
    git,
    moves.map(({ from }) => from),
  )
  const watched = moves.filter(({ from }) => before.has(from))
  return async () => {
    if (watched.length === 0) return
    const after = await listSeen(
      git,
      watched.map(({ to }) => to),
    )
    const lost = watched.find(({ to }) => !after.has(to))
    if (lost === undefined) return
    throw new ChangeRefused(
      `${lost.to} would be ignored by git, so ${lost.from} would only be deleted. Nothing was moved: name another path, or change .gitignore first.`,
    )
  }
}
