import { existsSync } from 'node:fs'
import { countOf } from '../../text/format.ts'
import { type EditContext, findStale } from '../files/edit-context.ts'
import { listFolder, STAYED } from '../files/list-folder.ts'
import type { Place } from '../files/resolve-path.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { findFolderMoveProblem, findMoveProblem } from './find-move-problem.ts'
import { findNewExecutable } from './make-executable.ts'
import { applyTransaction, type FileChange } from './transaction.ts'
import { watchMoves } from './watch-moves.ts'

type Move = Extract<FileChange, { kind: 'move' }>

/** Moves one file, whatever is in it, or a folder with the files in it that are the repository's. */
export async function moveEntry(editing: EditContext, from: string, to: string): Promise<ToolResult> {
  const source = await editing.locate(from, 'entry')
  if (!source.ok) return refused(source.problem)
  const { place } = source
  if (place.stats?.isDirectory()) return moveFolder(editing, place, to)
  const target = await editing.locate(to)
  if (!target.ok) return refused(target.problem)
  const problem =
    findMoveProblem(place, target.place) ??
    findNewExecutable(editing, place) ??
    (await findStale(editing, place))
  if (problem !== null) return refused(problem)
  await makeMoves(editing, [{ kind: 'move', place, to: target.place, bytes: null }])
  return done(`Moved ${place.path} to ${target.place.path}.`)
}

/** File by file, so that what is not the repository's stays, and so that each path is judged by itself. */
async function moveFolder(editing: EditContext, from: Place, path: string): Promise<ToolResult> {
  const target = await editing.locate(path, 'folder')
  if (!target.ok) return refused(target.problem)
  const to = target.place
  const problem = findFolderMoveProblem(from, to)
  if (problem !== null) return refused(problem)
  const folder = await listFolder(editing, from.path)
  if (!folder.ok) return refused(folder.problem)
  const moves: Move[] = []
  for (const place of folder.places) {
    const located = await editing.locate(to.path + place.path.slice(from.path.length))
    const unfit = located.ok ? findMoveProblem(place, located.place) : located.problem
    if (unfit !== null || !located.ok) return refused(`${unfit}\nThe folder ${from.path} was left as it is.`)
    moves.push({ kind: 'move', place, to: located.place, bytes: null })
  }
  await makeMoves(editing, moves, { from: from.path, to: to.path })
  const rest = existsSync(from.absolute) ? ` ${STAYED}` : ''
  return done(`Moved ${from.path} to ${to.path} with ${countOf(moves.length, 'file')}.${rest}`)
}

async function makeMoves(
  { root, git, known }: EditContext,
  moves: readonly Move[],
  within?: { readonly from: string; readonly to: string },
): Promise<void> {
  const mustBeSeen = await watchMoves(
    git,
    moves.map(({ place, to }) => ({ from: place.path, to: to.path })),
    within,
  )
  await applyTransaction(root, moves, mustBeSeen)
  for (const { place, to } of moves) known.noteMoved(place.absolute, to.absolute)
}
