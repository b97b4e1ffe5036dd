import { PATCH_LIMIT } from '../../../contract/runner-protocol.ts'
import { must, type Repository } from '../process/repository.ts'

export interface Patch {
  /** For `git apply`. Bytes, because a changed file need not be UTF-8. */
  readonly patch: Buffer
  /** True: only the first files of the change fit. */
  readonly cut: boolean
}

/** The work as a patch against `startSha`, cut between two files where it would be over the limit. */
export async function makePatch(
  { repository, startSha, tree }: { repository: Repository; startSha: string; tree: string },
  limit = PATCH_LIMIT,
): Promise<Patch> {
  const args = ['diff-tree', '-r', '-p', '-M', '--binary', '--full-index', '--no-ext-diff', '--no-textconv']
  const { stdout, cut } = await must(repository.gitBytes([...args, startSha, tree], { maxBytes: limit }))
  if (!cut) return { patch: stdout, cut }
  const lastFile = stdout.lastIndexOf('\ndiff --git ')
  return { patch: stdout.subarray(0, lastFile + 1), cut }
}
