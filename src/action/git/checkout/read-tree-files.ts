import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeMarked } from '../../../contract/text.ts'
import { must, type Repository } from '../process/repository.ts'
import type { GitBytes } from '../process/spawn-git.ts'
import { listPaths, pathAsText, pathsAsInput } from './list-paths.ts'

export interface TreeEntry {
  readonly path: string
  readonly id: string
  readonly kind: 'file' | 'folder' | 'link' | 'submodule'
}

const MAX_BYTES = 8 * 1024 * 1024

/**
 * The entries of a tree or commit at these paths; a path with a trailing slash lists the folder, and with `isDeep` all that is
 * in it. Paths are literal. A symbolic link is not a file: `followLinks` finds what it leads to.
 */
export async function listTree(
  { gitBytes }: Repository,
  commit: string,
  paths: readonly string[],
  { isDeep = false }: { readonly isDeep?: boolean } = {},
): Promise<TreeEntry[]> {
  const args = ['ls-tree', '-z', '--full-tree', ...(isDeep ? ['-r'] : []), commit, '--', ...paths]
  const { stdout } = await must(gitBytes(args, { maxBytes: MAX_BYTES }))
  return stdout
    .toString('latin1')
    .split('\0')
    .flatMap((entry) => {
      const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? []
      if (mode === undefined || id === undefined || path === undefined) return []
      return [{ path: pathAsText(path), id, kind: kindOf(mode) }]
    })
}

const kindOf = (mode: string): TreeEntry['kind'] =>
  mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : mode === '040000' ? 'folder' : 'file'

/** What stands at a path once its symbolic links are followed; `link`: it leads to nothing in the commit. */
export interface Followed extends Pick<TreeEntry, 'id'> {
  readonly kind: 'file' | 'folder' | 'link'
}

/** Follows the symbolic links in paths and at their ends, but not out of the commit. What is not there is left out. */
export async function followLinks(
  { gitBytes }: Repository,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Followed>> {
  const found = new Map<string, Followed>()
  // git reads one line for each.
  const asked = paths.filter((path) => !path.includes('\n'))
  if (asked.length === 0) return found
  const args = ['cat-file', '--batch-check=%(objectname) %(objecttype)', '--follow-symlinks']
  const input = asked.map((path) => `${commit}:${path}\n`).join('')
  const { stdout } = await must(gitBytes(args, { input, maxBytes: MAX_BYTES }))
  let at = 0
  for (const path of asked) {
    const end = stdout.indexOf('\n', at)
    if (end < 0) throw new Error(`git cat-file said nothing of ${JSON.stringify(path)}`)
    const line = stdout.toString('utf8', at, end)
    at = end + 1
    const [, id, kind] = /^([0-9a-f]+) (blob|tree)$/.exec(line) ?? []
    if (id !== undefined) found.set(path, { id, kind: kind === 'blob' ? 'file' : 'folder' })
    // A second line, of so many bytes, has the path.
    const [, size] = /^(?:symlink|dangling|loop|notdir) (\d+)$/.exec(line) ?? []
    if (size === undefined) continue
    at += Number(size) + 1
    found.set(path, { id: '', kind: 'link' })
  }
  return found
}

/** A file, link or submodule of a tree. The path is bytes, read as latin1. */
export interface FileEntry {
  readonly path: string
  readonly mode: string
  readonly id: string
}

/** All of a tree or commit, at any depth. `within`: only those of a folder. */
export async function listEntries(
  { gitFixed }: Pick<Repository, 'gitFixed'>,
  tree: string,
  within?: string,
): Promise<FileEntry[]> {
  const folder = within === undefined ? [] : ['--', `${within}/`]
  const listed = await listPaths(gitFixed, ['ls-tree', '-r', '-z', '--full-tree', tree, ...folder])
  return listed.map((entry) => {
    const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? []
    if (mode === undefined || id === undefined || path === undefined)
      throw new Error(`git ls-tree printed an unexpected record: ${JSON.stringify(entry)}`)
    return { path, mode, id }
  })
}

/** The paths of all files of a tree or commit, without submodules. */
export async function listFiles(repository: Repository, tree: string): Promise<string[]> {
  const entries = await listEntries(repository, tree)
  return entries.filter(({ mode }) => mode !== '160000').map(({ path }) => pathAsText(path))
}

/** A symbolic link as a tree has it. */
export interface Link {
  readonly path: string
  readonly target: string
}

/** The symbolic links of each tree or commit; trees with the same links are one. */
export async function readLinks(
  repository: Pick<Repository, 'gitFixed'>,
  trees: readonly string[],
): Promise<readonly (readonly Link[])[]> {
  const lists = new Map<string, readonly FileEntry[]>()
  for (const tree of new Set(trees)) {
    const links = (await listEntries(repository, tree)).filter(({ mode }) => mode === '120000')
    lists.set(JSON.stringify(links), links)
  }
  const ids = [...lists.values()].flatMap((links) => links.map(({ id }) => id))
  const targets = await readBlobs(repository, ids)
  return [...lists.values()].map((links) =>
    links.map(({ path, id }) => ({
      path: pathAsText(path),
      target: targets.get(id)?.toString('utf8') ?? '',
    })),
  )
}

/** Whole blobs by id, by one command. */
export async function readBlobs(
  { gitFixed }: Pick<Repository, 'gitFixed'>,
  ids: readonly string[],
  maxBytes = MAX_BYTES,
): Promise<ReadonlyMap<string, Buffer>> {
  const blobs = new Map<string, Buffer>()
  if (ids.length === 0) return blobs
  const input = [...new Set(ids), ''].join('\n')
  const { stdout, cut } = await must(gitFixed(['cat-file', '--batch'], { input, maxBytes }))
  if (cut) throw new Error(`the symbolic links, or the files of attributes, have more than ${maxBytes} bytes`)
  // `<id> blob <size> LF <content> LF`
  for (let at = 0; at < stdout.length; ) {
    const end = stdout.indexOf('\n', at)
    const [id = '', , size] = stdout.toString('latin1', at, end).split(' ')
    const length = Number(size)
    if (!Number.isInteger(length)) throw new Error(`git cat-file could not read ${id}`)
    blobs.set(id, stdout.subarray(end + 1, end + 1 + length))
    at = end + length + 2
  }
  return blobs
}

/** The beginning of a file's text, in UTF-8, or in UTF-16 with a byte order mark. */
export async function readBlob({ gitBytes }: Repository, id: string, maxBytes: number): Promise<string> {
  const { stdout } = await must(gitBytes(['cat-file', 'blob', id], { maxBytes }))
  return decodeMarked(stdout).replaceAll('\0', '')
}

/** Writes the files of a tree or commit into an empty folder, byte for byte and without `.git`. */
export async function exportTree(repository: Repository, tree: string, folder: string): Promise<void> {
  const git = await openExportIndex(repository, tree)
  await must(git(['checkout-index', '--all', '--quiet', `--prefix=${folder}/`]))
}

/**
 * Writes the files that differ from an earlier tree into an empty folder. Returns the paths of that tree that must be
 * removed before, byte for byte (latin1).
 */
export async function exportChanges(
  repository: Repository,
  { from, to }: { readonly from: string; readonly to: string },
  folder: string,
): Promise<readonly string[]> {
  const args = [
    'diff-tree',
    '-r',
    '-z',
    '--no-renames',
    '--name-status',
    '--ignore-submodules=none',
    from,
    to,
  ]
  const listed = await listPaths(repository.gitFixed, args)
  const entries = listed.flatMap((status, at) =>
    at % 2 === 0 ? [{ status, path: listed[at + 1] ?? '' }] : [],
  )
  const written = entries.filter(({ status }) => status !== 'D').map(({ path }) => path)
  const git = await openExportIndex(repository, to)
  const input = pathsAsInput(written)
  await must(git(['checkout-index', '--quiet', '-z', '--stdin', `--prefix=${folder}/`], { input }))
  return entries.filter(({ status }) => status !== 'A').map(({ path }) => path)
}

async function openExportIndex(repository: Repository, tree: string): Promise<GitBytes> {
  const indexFile = join(repository.gitDir, 'prentice-export-index')
  await repository.restoreConfig()
  await rm(indexFile, { force: true })
  const git = repository.withIndex(indexFile)
  await must(git(['read-tree', tree]))
  return git
}
