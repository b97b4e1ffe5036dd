import type { Git } from '../../git/process/git.ts'
import { listSeen } from '../files/list-seen.ts'
import { ChangeRefused } from './transaction.ts'

interface Move {
  readonly from: string
  readonly to: string
}

/**
 * A file that git sees must not become one that it ignores: the move would be published as a deletion. To be asked for
 * before the moves; what it gives is to be called after them and throws where that happened. Asking afterwards is exact,
 * since a `.gitignore` may have moved along. `within`: the folders that all of them are moved from and to; git compares
 * each file of the repository with each path that it is asked for.
 */
export async function watchMoves(
  git: Git,
  moves: readonly Move[],
  within?: Move,
): Promise<() => Promise<void>> {
  if (moves.length === 0) return async () => undefined
  const seen = (side: keyof Move) =>
    listSeen(
      git,
      (within ? [within] : moves).map((one) => one[side]),
    )
  const before = await seen('from')
  const watched = moves.filter(({ from }) => before.has(from))
  return async () => {
    if (watched.length === 0) return
    const after = await seen('to')
    const lost = watched.find(({ to }) => !after.has(to))
    if (lost === undefined) return
    throw new ChangeRefused(
      `${lost.to} would be ignored by git, so ${lost.from} would only be deleted. Nothing was moved: name another path, or change .gitignore first.`,
    )
  }
}
