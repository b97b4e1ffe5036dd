import { existsSync } from 'node:fs'
import type { Git } from '../../git/process/git.ts'
import { countOf } from '../../text/format.ts'
import { type EditContext, findStale } from '../files/edit-context.ts'
import { listVisible } from '../files/ls-files.ts'
import type { ResolvedPath } from '../files/resolve-path.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { listFolder, STAYED } from './list-folder.ts'
import { findNewExecutable } from './make-executable.ts'
import { applyTransaction, ChangeRefused, type FileChange } from './transaction.ts'

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

/** Why a file cannot be moved; `null`: it can. Pure. */
export function findMoveProblem(from: ResolvedPath, to: ResolvedPath): string | null {
  if (from.stats === null) return `${from.path} does not exist: nothing to move.`
  if (from.stats.isDirectory()) return `${from.path} is a folder. Move it with move.`
  if (from.stats.isSymbolicLink()) {
    return `${from.path} is a symbolic link. A link is not published under a new path, where its target may differ: leave it, or delete it if nothing needs it.`
  }
  if (!from.stats.isFile()) return `${from.path} is not a regular file. Leave it.`
  if (from.path === to.path) return `${from.path} is to be moved to itself. Name another path.`
  if (to.stats === null || isOtherCase(from, to)) return null
  if (to.stats.isDirectory())
    return `${to.path} is a folder. Name the file in it, like ${to.path}/${nameOf(from)}.`
  return `${to.path} exists already. Delete it first, or name another path.`
}

/** Why a folder cannot be moved; `null`: it can, if its files can. Pure. */
function findFolderMoveProblem(from: ResolvedPath, to: ResolvedPath): string | null {
  if (from.path === to.path) return `${from.path} is to be moved to itself. Name another path.`
  if (to.path.startsWith(`${from.path}/`)) {
    return `${to.path} is inside ${from.path}, which cannot be moved into itself. Move its files one by one.`
  }
  if (to.stats === null) return null
  return to.stats.isDirectory()
    ? `${to.path} exists already. Name the folder in it, like ${to.path}/${nameOf(from)}, or move the files one by one.`
    : `${to.path} exists already. Delete it first, or name another path.`
}

/** If the file system ignores letter case, the new path leads to the old file. */
const isOtherCase = (from: ResolvedPath, to: ResolvedPath): boolean =>
  from.stats?.ino === to.stats?.ino &&
  from.stats?.dev === to.stats?.dev &&
  from.path.toLowerCase() === to.path.toLowerCase()

const nameOf = ({ path }: ResolvedPath): string => path.slice(path.lastIndexOf('/') + 1)

interface MovedPath {
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
  moves: readonly MovedPath[],
  within?: MovedPath,
): Promise<() => Promise<void>> {
  if (moves.length === 0) return async () => undefined
  const visible = (side: keyof MovedPath) =>
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
