import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { must, type Repository } from '../process/repository.ts'

/** Writes the files of a tree or commit into an empty folder: the bytes that git has, and no `.git`. */
export async function exportTree(repository: Repository, tree: string, folder: string): Promise<void> {
  const indexFile = join(repository.gitDir, 'prentice-export-index')
  await repository.seal()
  await rm(indexFile, { force: true })
  const git = repository.withIndex(indexFile)
  await must(git(['read-tree', tree]))
  await must(git(['checkout-index', '--all', '--quiet', `--prefix=${folder}/`]))
}
