import type { Git } from '../../git/process/git.ts'
import { listVisible } from '../files/list-visible.ts'
import { ChangeRefused } from './transaction.ts'

interface Move {
  readonly from: string
  readonly to: string
}

/**
 * A visible file must not become one that git ignores: the move would be published as a deletion. Call it before the
 * moves. The function that it returns is called after them and throws if that happened. Checking afterwards is exact,
 * since a `.gitignore` may have moved too. `within`: the folders of all moves, if they have one in common; git compares
 * each file of the repository with each path of a query.
 */
export async function watchMoves(
  git: Git,
  moves: readonly Move[],
  within?: Move,
): Promise<() => Promise<void>> {
  if (moves.length === 0) return async () => undefined
  const visible = (side: keyof Move) =>
    listVisible(
      git,
      (within ? [within] : moves).map((one) => one[side]),
    )
  const before = await visible('from')
  const watched = moves.filter(({ from }) => before.has(from))
  return async () => {
    if (watched.length === 0) return
    const after = await visible('to')
    const lost = watched.find(({ to }) => !after.has(to))
    if (lost === undefined) return
    throw new ChangeRefused(
      `${lost.to} would be ignored by git, so ${lost.from} would only be deleted. Nothing was moved: name another path, or change .gitignore first.`,
    )
  }
}
