import type { ResolvedPath } from '../files/resolve-path.ts'

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
export function findFolderMoveProblem(from: ResolvedPath, to: ResolvedPath): string | null {
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
