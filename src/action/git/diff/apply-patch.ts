import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checkout } from '../checkout/checkout.ts'
import { listPaths, pathsAsInput } from '../checkout/list-paths.ts'
import { wasUntracked } from '../checkout/untracked-before.ts'
import { must } from '../process/repository.ts'

/**
 * Applies a saved patch to the work tree, completely or not at all (false). It is applied in a separate index first,
 * where git merges it if it has the versions that the patch was made from.
 */
export async function applyPatch(
  { repository, startSha, untrackedBefore }: Checkout,
  patch: Uint8Array,
): Promise<boolean> {
  const indexFile = join(repository.gitDir, 'prentice-patch-index')
  await rm(indexFile, { force: true })
  const git = repository.withIndex(indexFile)
  await must(git(['read-tree', startSha]))
  const apply = (...how: string[]) =>
    git(['apply', '--cached', '--whitespace=nowarn', ...how, '-'], { input: patch })
  // An earlier run may have pushed it, or a person merged it. Applied twice, it would add its lines twice.
  if ((await apply('--reverse', '--check')).code === 0) return true
  if ((await apply('--3way')).code !== 0) return false

  const changed = (filter: string) =>
    listPaths(git, ['diff-index', '--cached', '--no-renames', '--name-only', '-z', filter, startSha])
  const [gone, added, present] = [
    await changed('--diff-filter=D'),
    await changed('--diff-filter=A'),
    await changed('--diff-filter=d'),
  ]
  // Files that were untracked before the run are never published, so such a patch would be published in part.
  if (added.some((path) => wasUntracked(untrackedBefore, path))) return false
  for (const path of gone) {
    await rm(Buffer.concat([Buffer.from(`${repository.workTree}/`), Buffer.from(path, 'latin1')]))
  }
  await must(git(['checkout-index', '--force', '--quiet', '-z', '--stdin'], { input: pathsAsInput(present) }))
  return true
}
