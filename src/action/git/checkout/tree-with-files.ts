import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { must, type Repository } from '../process/repository.ts'
import { listPaths } from './list-paths.ts'

/** A path that differs between two trees. */
export interface ChangedEntry {
  /** Bytes, read as latin1. */
  readonly path: string
  /** Of the newer tree. A deleted file has the mode `000000`. */
  readonly mode: string
  readonly id: string
}

/** The paths in which two trees or commits differ. A renamed file is a deleted and a new one. */
export async function listChangedEntries(
  { gitFixed }: Repository,
  from: string,
  to: string,
): Promise<ChangedEntry[]> {
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', '--ignore-submodules=none']
  const listed = await listPaths(gitFixed, [...args, from, to])
  return listed.flatMap((entry, at) => {
    if (at % 2 === 1) return []
    const [, mode, , id] = entry.split(' ')
    const path = listed[at + 1]
    if (mode === undefined || id === undefined || path === undefined)
      throw new Error('git diff-tree printed an entry without a path')
    return [{ path, mode, id }]
  })
}

/** Writes a tree that has these entries in place of its own, without the work tree. Returns its id. */
export async function writeTreeWith(
  repository: Repository,
  tree: string,
  entries: readonly ChangedEntry[],
): Promise<string> {
  const indexFile = join(repository.gitDir, 'prentice-evidence-index')
  await rm(indexFile, { force: true })
  const git = repository.withIndex(indexFile)
  await must(git(['read-tree', tree]))
  const lines = entries.map(({ mode, id, path }) => `${mode} ${id}\t${path}\0`)
  const input = Buffer.from(lines.join(''), 'latin1')
  await must(git(['update-index', '-z', '--index-info'], { input }))
  return (await must(git(['write-tree']))).stdout.toString('utf8').trim()
}
