import { existsSync } from 'node:fs'
import { countOf } from '../../text/format.ts'
import { type EditContext, findStale } from '../files/edit-context.ts'
import { listFolder, STAYED } from '../files/list-folder.ts'
import type { ResolvedPath } from '../files/resolve-path.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { findFolderMoveProblem, findMoveProblem } from './find-move-problem.ts'
import { findNewExecutable } from './make-executable.ts'
import { applyTransaction, type FileChange } from './transaction.ts'
import { watchMoves } from './watch-moves.ts'

type Move = Extract<FileChange, { kind: 'move' }>

/** Moves a file of any kind, or the repository's files in a folder. */
export async function moveEntry(editing: EditContext, from: string, to: string): Promise<ToolResult> {
  const source = await editing.locate(from, 'entry')
  if (!source.ok) return refused(source.problem)
  const { file } = source
  if (file.stats?.isDirectory()) return moveFolder(editing, file, to)
  const target = await editing.locate(to)
  if (!target.ok) return refused(target.problem)
  const problem =
    findMoveProblem(file, target.file) ?? findNewExecutable(editing, file) ?? (await findStale(editing, file))
  if (problem !== null) return refused(problem)
  await makeMoves(editing, [{ kind: 'move', file, to: target.file, bytes: null }])
  return done(`Moved ${file.path} to ${target.file.path}.`)
}

/** File by file: other files stay, and each path is checked by itself. */
async function moveFolder(editing: EditContext, from: ResolvedPath, path: string): Promise<ToolResult> {
  const target = await editing.locate(path, 'folder')
  if (!target.ok) return refused(target.problem)
  const to = target.file
  const problem = findFolderMoveProblem(from, to)
  if (problem !== null) return refused(problem)
  const folder = await listFolder(editing, from.path)
  if (!folder.ok) return refused(folder.problem)
  const moves: Move[] = []
  for (const file of folder.files) {
    const lookup = await editing.locate(to.path + file.path.slice(from.path.length))
    const problem = lookup.ok ? findMoveProblem(file, lookup.file) : lookup.problem
    if (problem !== null || !lookup.ok)
      return refused(`${problem}\nThe folder ${from.path} was left as it is.`)
    moves.push({ kind: 'move', file, to: lookup.file, bytes: null })
  }
  await makeMoves(editing, moves, { from: from.path, to: to.path })
  const rest = existsSync(from.absolute) ? ` ${STAYED}` : ''
  return done(`Moved ${from.path} to ${to.path} with ${countOf(moves.length, 'file')}.${rest}`)
}

async function makeMoves(
  editing: EditContext,
  moves: readonly Move[],
  within?: { readonly from: string; readonly to: string },
): Promise<void> {
  const { git, readFiles } = editing
  const mustBeSeen = await watchMoves(
    git,
    moves.map(({ file, to }) => ({ from: file.path, to: to.path })),
    within,
  )
  await applyTransaction(editing, moves, mustBeSeen)
  for (const { file, to } of moves) readFiles.noteMoved(file.absolute, to.absolute)
}
