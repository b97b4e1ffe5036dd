import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listPaths } from '../checkout/list-paths.ts'
import { must, type Repository } from '../process/repository.ts'

export interface FileEntry {
  readonly mode: string
  readonly id: string
}

/** By path. Paths are bytes, read as latin1. */
export type Files = ReadonlyMap<string, FileEntry>

/** The files of a tree or a commit, in a folder if one is named. */
export async function listFiles({ gitBytes }: Repository, tree: string, folder?: string): Promise<Files> {
  const within = folder === undefined ? [] : ['--', `${folder}/`]
  const listed = await listPaths(gitBytes, ['ls-tree', '-r', '-z', '--full-tree', tree, ...within])
  return new Map(
    listed.flatMap((entry) => {
      const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? []
      return mode && id && path ? [[path, { mode, id }] as const] : []
    }),
  )
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
