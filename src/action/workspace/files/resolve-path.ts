import type { Stats } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isGitDirectory, type Normalized, normalizePath } from './normalize-path.ts'

/** A path of the work tree, looked up in the file system. */
export interface ResolvedPath {
  /** As the agent named it, normalized. */
  readonly path: string
  /** Absolute, with every symbolic link resolved, except a link that is itself looked up. */
  readonly absolute: string
  /** `null`: it does not exist. Of a symbolic link only if the link itself is looked up. */
  readonly stats: Stats | null
}

export type PathLookup =
  | { readonly ok: true; readonly file: ResolvedPath }
  | { readonly ok: false; readonly problem: string }

const refuse = (problem: string): PathLookup => ({ ok: false, problem })

/**
 * For reading: symbolic links are followed if they lead neither out of the root nor into a git directory. `root` is
 * absolute and has no symbolic links, here and below.
 */
export async function resolveToRead(root: string, path: string): Promise<PathLookup> {
  const normalized = await spellAsFound(root, normalizePath(path))
  if (!normalized.ok) return normalized
  const walked = await walk(root, normalized.path)
  if (walked.link === null) {
    const problem = findNewNameProblem(path, walked)
    if (problem !== null) return refuse(problem)
    return { ok: true, file: { path: normalized.path, absolute: walked.absolute, stats: walked.stats } }
  }
  const real = await resolveLink(join(root, normalized.path))
  if (real === null) return refuse(`${walked.link} is a symbolic link that leads nowhere.`)
  const inside = relative(root, real)
  if (inside === '..' || inside.startsWith(`..${sep}`) || inside.split(sep).some(isGitDirectory)) {
    return refuse(`${walked.link} is a symbolic link out of the repository. It cannot be followed.`)
  }
  return { ok: true, file: { path: normalized.path, absolute: real, stats: await look(real) } }
}

/**
 * For writing: the path must not contain a symbolic link, not even within the root, because a file is written under the
 * path that its protection is checked for. `linkItself`: the last part may be a link, which is not followed.
 */
export async function resolveToWrite(
  root: string,
  path: string,
  { linkItself = false } = {},
): Promise<PathLookup> {
  const normalized = await spellAsFound(root, normalizePath(path))
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
  // A name with a line break would look like something else in a list.
  if (stats === null && /\p{Cc}/u.test(normalized.path)) {
    return refuse(`The path ${JSON.stringify(path)} holds a control character. Choose another name.`)
  }
  const problem = findNewNameProblem(path, walked)
  if (problem !== null) return refuse(problem)
  const nested = await findNestedRepository(root, normalized.path)
  if (nested !== null) {
    return refuse(`${nested} is a separate repository, which is not part of this one. Leave it alone.`)
  }
  return { ok: true, file: { path: normalized.path, absolute, stats } }
}

/**
 * A name in another Unicode normalization than that of the file leads to the file, as on macOS, which itself writes names
 * decomposed: https://unicode.org/reports/tr15/. Models write them composed. Reads no folder for names in ASCII.
 */
async function spellAsFound(root: string, normalized: Normalized): Promise<Normalized> {
  if (!normalized.ok || !/\P{ASCII}/u.test(normalized.path)) return normalized
  let found = ''
  const parts = normalized.path.split('/')
  for (const [index, name] of parts.entries()) {
    const rest = { ok: true as const, path: joinNames(found, ...parts.slice(index)) }
    // A link is judged later, by its own name.
    if ((await look(join(root, found)))?.isDirectory() !== true) return rest
    if ((await look(join(root, found, name))) === null) {
      const names = await readdir(join(root, found))
      const others = names.filter((other) => other.normalize('NFC') === name.normalize('NFC'))
      const [other] = others
      if (other === undefined || others.length > 1) return rest
      found = joinNames(found, other)
    } else found = joinNames(found, name)
  }
  return { ok: true, path: found }
}

const joinNames = (...names: readonly string[]): string => names.filter((name) => name !== '').join('/')

/** What is wrong with the part of a path that does not exist; `null`: nothing. Pure. */
function findNewNameProblem(path: string, { missing }: Walk): string | null {
  // Existing names may have one. Elsewhere it most likely means a slash, and Windows could not check out a new file with one.
  if (missing.includes('\\'))
    return `The path ${JSON.stringify(path)} holds a backslash, and there is no such file. Put slashes between folders, as in src/main.ts, and no backslash in a new name.`
  // With it, git's output shows bytes that are not UTF-8.
  if (missing.includes('\ufffd'))
    return `${path} has a name that is not UTF-8, or does not exist. Such files can be neither read nor changed: leave them, and say so when you finish.`
  return null
}

/** The first folder above the path, except the root, that has a `.git`: a submodule, or another checkout. */
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
  /** The part of the path that does not exist; `''`: all of it does. */
  readonly missing: string
}

async function walk(root: string, path: string): Promise<Walk> {
  const absolute = join(root, path)
  const parts = path === '' ? [] : path.split('/')
  let stats: Stats | null = await look(root)
  for (let count = 1; count <= parts.length; count += 1) {
    const soFar = parts.slice(0, count).join('/')
    stats = await look(join(root, soFar))
    if (stats === null)
      return { absolute, stats, link: null, blocked: null, missing: parts.slice(count - 1).join('/') }
    if (stats.isSymbolicLink()) return { absolute, stats, link: soFar, blocked: null, missing: '' }
    if (count < parts.length && !stats.isDirectory()) {
      return { absolute, stats: null, link: null, blocked: soFar, missing: parts.slice(count).join('/') }
    }
  }
  return { absolute, stats, link: null, blocked: null, missing: '' }
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

// ENAMETOOLONG: no file can have that name. ELOOP: a symbolic link that leads to itself.
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(String(error.code))

/** Whether a file was neither replaced nor changed. The inode number alone does not tell: it is reused. Pure. */
export const isSameFile = (a: Stats | null, b: Stats | null): boolean =>
  a === null || b === null
    ? a === b
    : a.ino === b.ino && a.dev === b.dev && a.mode === b.mode && a.size === b.size && a.ctimeMs === b.ctimeMs
