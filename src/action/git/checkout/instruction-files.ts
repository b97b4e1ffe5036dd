import type { Instruction } from '../../../contract/runner-protocol/assignment.ts'
import type { Repository } from '../process/repository.ts'
import { listTree, readBlob } from './read-tree-files.ts'

const MAX_BYTES = 64 * 1024

/** The named files that the commit has, in this order. Files with the same content are returned once. */
export async function findInstructionFiles(
  repository: Repository,
  commit: string,
  paths: readonly string[],
): Promise<readonly Instruction[]> {
  if (paths.length === 0) return []
  const entries = await listTree(repository, commit, paths)
  const found = paths.flatMap((path) =>
    entries.filter((entry) => entry.path === path && entry.kind === 'file'),
  )
  const once = found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index)
  const files = await Promise.all(
    once.map(async ({ path, id }) => ({ path, text: await readBlob(repository, id, MAX_BYTES) })),
  )
  return files.filter(({ text }) => text.trim() !== '')
}
