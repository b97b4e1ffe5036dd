import { lstatSync } from 'node:fs'
import type { Repository } from '../process/repository.ts'
import { listPaths } from './list-paths.ts'
import type { UntrackedBefore } from './untracked-before.ts'

/** git reads a whole file before it searches or compares it, and several simultaneously. */
const LARGE = 16 * 1024 * 1024
const MAX_FILES = 10_000

/** Makes git treat files as binary that are too large to be searched or shown. */
export async function markLargeFiles(
  repository: Repository,
  { commit, untracked }: { commit: string; untracked: UntrackedBefore },
): Promise<void> {
  const entries = await listPaths(repository.gitBytes, ['ls-tree', '-r', '-l', '-z', '--full-tree', commit])
  const tracked = entries.flatMap((entry) => {
    const [, size, path] = /^\d+ blob [0-9a-f]+ +(\d+)\t(.+)$/s.exec(entry) ?? []
    return path !== undefined && Number(size) > LARGE ? [path] : []
  })
  const others = [...untracked.files].filter((path) => sizeOf(repository.workTree, path) > LARGE)
  const large = [...tracked, ...others].slice(0, MAX_FILES)
  if (large.length > 0) await repository.treatAsBinary(large)
}

function sizeOf(workTree: string, path: string): number {
  const absolute = Buffer.concat([Buffer.from(`${workTree}/`), Buffer.from(path, 'latin1')])
  const stats = lstatSync(absolute, { throwIfNoEntry: false })
  return stats?.isFile() ? stats.size : 0
}
