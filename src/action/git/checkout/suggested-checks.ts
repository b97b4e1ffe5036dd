import { MANIFESTS, suggestCommands } from '../../../settings/suggest-commands.ts'
import type { Repository } from '../process/repository.ts'
import { listTree, readBlob } from './read-tree-files.ts'

const MAX_BYTES = 256 * 1024

/** Commands that check the work, as the manifests in a folder of a commit suggest them; `null`: in its root. */
export async function suggestChecks(
  repository: Repository,
  commit: string,
  folder: string | null,
): Promise<readonly string[]> {
  const entries = await listTree(repository, folder === null ? commit : `${commit}:${folder}`, [])
  const manifests = entries.filter(({ kind, path }) => kind === 'file' && MANIFESTS.includes(path))
  const texts = await Promise.all(
    manifests.map(async ({ path, id }) => [path, await readBlob(repository, id, MAX_BYTES)] as const),
  )
  const names = entries.map(({ path }) => path)
  return suggestCommands({ names, texts: Object.fromEntries(texts) }).checks
}
