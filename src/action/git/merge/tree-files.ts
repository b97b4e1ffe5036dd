import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileEntry as Entry, listEntries } from '../checkout/read-tree-files.ts'
import { must, type Repository } from '../process/repository.ts'

type FileEntry = Pick<Entry, 'mode' | 'id'>

/** By path. Paths are bytes, read as latin1. */
export type Files = ReadonlyMap<string, FileEntry>

/** The files of a tree or a commit, in a folder if one is named. */
export async function listFiles(repository: Repository, tree: string, folder?: string): Promise<Files> {
  const entries = await listEntries(repository, tree, folder)
  return new Map(entries.map(({ path, mode, id }) => [path, { mode, id }]))
}

export interface IndexEntry {
  readonly path: string
  /** `null`: the path is removed. */
  readonly file: FileEntry | null
}

/** The tree with other entries at some paths. */
export async function replaceEntries(
  repository: Repository,
  tree: string,
  entries: readonly IndexEntry[],
): Promise<string> {
  if (entries.length === 0) return tree
  const indexFile = join(repository.gitDir, 'prentice-merge-index')
  await rm(indexFile, { force: true })
  const git = repository.withIndex(indexFile)
  await must(git(['read-tree', tree]))
  const none = '0'.repeat(tree.length)
  const input = entries
    .map(({ path, file }) => `${file?.mode ?? '0'} ${file?.id ?? none}\t${path}\0`)
    .join('')
  await must(git(['update-index', '-z', '--index-info'], { input: Buffer.from(input, 'latin1') }))
  return (await must(git(['write-tree']))).stdout.toString('utf8').trim()
}
