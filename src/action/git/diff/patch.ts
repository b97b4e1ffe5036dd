import { isUtf8 } from 'node:buffer'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PATCH_LIMIT } from '../../../contract/runner-protocol/result.ts'
import type { SecretIndex } from '../../secrets/secret-index.ts'
import type { Checkout } from '../checkout/checkout.ts'
import { listPaths, pathsAsInput } from '../checkout/list-paths.ts'
import { wasUntracked } from '../checkout/untracked-files.ts'
import { must, type Repository } from '../process/repository.ts'

interface Patch {
  /** For `git apply`. Bytes, because a changed file need not be UTF-8. */
  readonly patch: Buffer
  /** True: only the first files of the change fit. */
  readonly cut: boolean
}

/** The change as a patch against `startSha`, cut between two files if it exceeds the limit. */
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

/** The patch with the secrets of the run replaced; `null`: a secret spans several added lines and cannot be replaced. */
export function redactPatch(
  patch: Buffer,
  { find, redactKnown }: Pick<SecretIndex, 'find' | 'redactKnown'>,
): Buffer<ArrayBuffer> | null {
  const lines = linesOf(patch)
  const added = lines.filter((line) => line[0] === ADDED).map((line) => line.toString('latin1', 1))
  const text = added.join('')
  if (find(text).some(({ start, end }) => text.slice(start, end).includes('\n'))) return null
  return Buffer.concat(lines.map((line) => cleanLine(line, redactKnown)))
}

const ADDED = '+'.charCodeAt(0)

/** Lines with their line ends. */
function linesOf(patch: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < patch.length; ) {
    const end = patch.indexOf('\n', start) + 1 || patch.length
    lines.push(patch.subarray(start, end))
    start = end
  }
  return lines
}

/** A changed file need not be UTF-8. Other lines are read as Latin-1, which preserves every byte. */
function cleanLine(line: Buffer, redact: (text: string) => string): Buffer {
  const encoding = isUtf8(line) ? 'utf8' : 'latin1'
  return Buffer.from(redact(line.toString(encoding)), encoding)
}

/**
 * Applies a saved patch to the work tree, completely or not at all (false). It is applied in a separate index first,
 * where git merges it if it has the versions that the patch was made from.
 */
export async function applyGitPatch(
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
