import type { Stats } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isGitDirectory, normalizePath } from './normalize-path.ts'

/** A path of the work tree, looked up on disk. */
export interface Place {
  /** As the agent named it, normalised. */
  readonly path: string
  /** Absolute, with every symbolic link resolved, but for one that is meant itself. */
  readonly absolute: string
  /** `null`: there is nothing. A symbolic link only where the link itself is meant. */
  readonly stats: Stats | null
}

export type ResolvedPath =
  | { readonly ok: true; readonly place: Place }
  | { readonly ok: false; readonly problem: string }

const refuse = (problem: string): ResolvedPath => ({ ok: false, problem })

/**
 * For reading: symbolic links are followed as long as they stay inside the root and out of git directories. `root` is
 * absolute and without symbolic links, here and below.
 */
export async function resolveToRead(root: string, path: string): Promise<ResolvedPath> {
  const normalized = normalizePath(path)
  if (!normalized.ok) return normalized
  const walked = await walk(root, normalized.path)
  if (walked.link === null) {
    return { ok: true, place: { path: normalized.path, absolute: walked.absolute, stats: walked.stats } }
  }
  const real = await resolveLink(join(root, normalized.path))
  if (real === null) return refuse(`${walked.link} is a symbolic link that leads nowhere.`)
  const inside = relative(root, real)
  if (inside === '..' || inside.startsWith(`..${sep}`) || inside.split(sep).some(isGitDirectory)) {
    return refuse(`${walked.link} is a symbolic link out of the repository. It cannot be followed.`)
  }
  return { ok: true, place: { path: normalized.path, absolute: real, stats: await look(real) } }
}

/**
 * For writing: no symbolic link on the way, not even one that stays inside, because the path under which a file is
 * protected must be the path under which it is written. `linkItself`: the last part may be one, which is then not
 * followed.
 */
export async function resolveToWrite(
  root: string,
  path: string,
  { linkItself = false } = {},
): Promise<ResolvedPath> {
  const normalized = normalizePath(path)
  if (!normalized.ok) return normalized
  if (normalized.path === '') return refuse('The path is empty. Name a file, like src/main.ts.')
  const walked = await walk(root, normalized.path)
  if (walked.link === normalized.path && !linkItself) {
    return refuse(`${walked.link} is a symbolic link. Change the file it leads to, by its own path.`)
  }
  if (walked.link !== null && walked.link !== normalized.path) {
    return refuse(`${walked.link} is a symbolic link. Use the real path of the folder it leads to.`)
  }
  if (walked.blocked !== null) return refuse(`${walked.blocked} is a file, not a folder.`)
  const { absolute, stats } = walked
  // A name that breaks lines would pose as something else in every list that shows it.
  if (stats === null && /\p{Cc}/u.test(normalized.path)) {
    return refuse(`The path ${JSON.stringify(path)} holds a control character. Name the file otherwise.`)
  }
  const nested = await findNestedRepository(root, normalized.path)
  if (nested !== null) {
    return refuse(`${nested} is a repository of its own, which is not part of this one. Leave it alone.`)
  }
  return { ok: true, place: { path: normalized.path, absolute, stats } }
}

/** The first folder on the way, the root apart, that holds git's own files: a submodule, or another checkout. */
async function findNestedRepository(root: string, path: string): Promise<string | null> {
  const parts = path.split('/')
  for (let count = 1; count < parts.length; count += 1) {
    const folder = parts.slice(0, count).join('/')
    if ((await look(join(root, folder, '.git'))) !== null) return folder
  }
  return null
}

interface Walk {
  readonly absolute: string
  readonly stats: Stats | null
  /** The first component that is a symbolic link. */
  readonly link: string | null
  /** A component before the last that is not a folder. */
  readonly blocked: string | null
}

async function walk(root: string, path: string): Promise<Walk> {
  const absolute = join(root, path)
  const parts = path === '' ? [] : path.split('/')
  let stats: Stats | null = await look(root)
  for (let count = 1; count <= parts.length; count += 1) {
    const soFar = parts.slice(0, count).join('/')
    stats = await look(join(root, soFar))
    if (stats === null) break
    if (stats.isSymbolicLink()) return { absolute, stats, link: soFar, blocked: null }
    if (count < parts.length && !stats.isDirectory()) {
      return { absolute, stats: null, link: null, blocked: soFar }
    }
  }
  return { absolute, stats, link: null, blocked: null }
}

async function look(absolute: string): Promise<Stats | null> {
  try {
    return await lstat(absolute)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function resolveLink(absolute: string): Promise<string | null> {
  try {
    return await realpath(absolute)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

// ENAMETOOLONG: nothing by that name can exist either. ELOOP: a symbolic link that leads to itself.
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(String(error.code))
