import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { foldPath } from '../../text/fold-path.ts'
import { listEntries } from '../checkout/read-tree-files.ts'
import { must, type Repository } from '../process/repository.ts'

// Egress: writes the HEAD of an empty git folder outside the workspace.

type Asked = Pick<Repository, 'git' | 'gitBytes' | 'gitFixed' | 'gitDir'>

/** Returns the git filter of each path that has one. */
export type FindFilters = (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>

export const LFS = 'lfs'

/**
 * Finds the filters that `.gitattributes` of any of the trees assigns to paths, whether there are such files or not. A filter
 * other than that of Git LFS comes first, and counts for every spelling of a path that some file system treats as the same.
 */
export async function openFilters(repository: Asked, trees: readonly string[]): Promise<FindFilters> {
  const copies = new Map<string, string[]>()
  for (const tree of new Set(trees)) {
    const files = await listAttributes(repository, tree)
    if (files.length > 0) copies.set(files.join(''), files)
  }
  const places: string[] = []
  for (const files of copies.values()) places.push(await copyAttributes(repository, files))
  return async (paths) => {
    const filters = new Map<string, string>()
    if (paths.length === 0) return filters
    for (const place of places) {
      const exact = await askForFilters(repository, place, { paths, ignoreCase: false })
      const spellings = paths.flatMap((path) => [path, foldPath(path)])
      const loose = await askForFilters(repository, place, { paths: spellings, ignoreCase: true })
      for (const [at, path] of paths.entries()) {
        const found = [exact[at], loose[2 * at], loose[2 * at + 1]].filter((one) => one !== null)
        const other = found.find((one) => one !== LFS)
        if (other !== undefined) filters.set(path, other)
        else if (exact[at] === LFS && !filters.has(path)) filters.set(path, LFS)
      }
    }
    return filters
  }
}

/** The files `.gitattributes` of a tree, as `git update-index --index-info` reads them. */
async function listAttributes(repository: Asked, tree: string): Promise<string[]> {
  const lines: string[] = []
  for (const { mode, id, path } of await listEntries(repository, tree)) {
    if (!/(?:^|\/)\.gitattributes$/.test(path)) continue
    const file = mode === '120000' ? await findTarget(repository, tree, path) : id
    if (file !== null) lines.push(`100644 ${file}\t${path}\0`)
  }
  return lines
}

/**
 * A git directory whose index holds these files and nothing else. The run's own git directory overrides the attributes of
 * filters. Unlike `git check-attr --source`, which git 2.40 introduced, `--cached` works in every version of git that the
 * action accepts.
 */
async function copyAttributes({ gitBytes, gitDir }: Asked, files: readonly string[]): Promise<string> {
  const place = await mkdtemp(join(gitDir, 'prentice-attributes-'))
  for (const folder of ['objects/info', 'refs']) await mkdir(join(place, folder), { recursive: true })
  await writeFile(join(place, 'HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(place, 'objects', 'info', 'alternates'), `${join(gitDir, 'objects')}\n`)
  const args = ['--git-dir', place, 'update-index', '-z', '--index-info']
  await must(gitBytes(args, { input: Buffer.from(files.join(''), 'latin1') }))
  return place
}

/**
 * The file that a symbolic link leads to; `null`: none. git 2.32 and newer ignores a linked `.gitattributes`, but older
 * versions, which people may have, read it.
 */
async function findTarget({ gitBytes }: Asked, tree: string, path: string): Promise<string | null> {
  const args = ['cat-file', '--batch-check=%(objectname) %(objecttype)', '--follow-symlinks']
  const { stdout } = await must(gitBytes(args, { input: Buffer.from(`${tree}:${path}\n`, 'latin1') }))
  return /^([0-9a-f]+) blob\n/.exec(stdout.toString('latin1'))?.[1] ?? null
}

/** `null`: the path has no filter. */
async function askForFilters(
  { git }: Asked,
  place: string,
  { paths, ignoreCase }: { readonly paths: readonly string[]; readonly ignoreCase: boolean },
): Promise<(string | null)[]> {
  const { stdout, cut } = await must(
    git(
      [
        ...['-c', `core.ignoreCase=${ignoreCase}`, '--git-dir', place],
        ...['check-attr', '--cached', '--stdin', '-z', 'filter'],
      ],
      { input: paths.map((path) => `${path}\0`).join(''), maxBytes: MAX_BYTES },
    ),
  )
  if (cut) throw new Error(`git check-attr printed more than ${MAX_BYTES} bytes`)
  // path NUL attribute NUL value NUL
  const values = stdout.split('\0').filter((_, at) => at % 3 === 2)
  if (values.length !== paths.length)
    throw new Error(`git check-attr answered for ${values.length} of ${paths.length} paths`)
  return values.map((value) => (value === 'unspecified' || value === 'unset' ? null : value))
}

const MAX_BYTES = 256 * 1024 * 1024
