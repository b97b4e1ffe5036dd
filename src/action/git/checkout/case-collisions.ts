import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Reason, reason } from '../../../contract/reasons.ts'
import { showPath } from '../../text/format.ts'
import type { Repository } from '../process/repository.ts'
import { listPaths, pathAsText } from './list-paths.ts'

export type IgnoresCase = (repository: Repository) => Promise<boolean>

/** `git init` tests its own directory, which is usually on the same disk, and writes the setting if case is ignored. */
const readIgnoresCase: IgnoresCase = async ({ gitDir }) =>
  /^\s*ignorecase = true$/m.test(await readFile(join(gitDir, 'config'), 'utf8'))

/**
 * Why the files of a commit cannot be told apart on the runner; `null`: they can. Of two files whose names differ only in
 * case, macOS keeps one, and the other would seem changed by the agent.
 */
export async function checkCase(
  repository: Repository,
  commit: string,
  ignoresCase: IgnoresCase = readIgnoresCase,
): Promise<Reason | null> {
  if (!(await ignoresCase(repository))) return null
  const paths = await listPaths(repository.gitBytes, [
    'ls-tree',
    '-r',
    '-z',
    '--name-only',
    '--full-tree',
    commit,
  ])
  const pair = findCollision(paths.map(pathAsText))
  return pair === null
    ? null
    : reason(
        'input-invalid',
        `\`runs-on\` names a runner whose file system ignores case, and the repository has both ${showPath(pair[0])} and ${showPath(pair[1])}; use a runner with Linux`,
      )
}

/** Two paths, of files or their folders, that differ only in case or in Unicode normalization, other than two folders. Pure. */
export function findCollision(paths: readonly string[]): readonly [string, string] | null {
  const files = new Map<string, string>()
  for (const path of paths) {
    const other = files.get(fold(path))
    if (other !== undefined) return [other, path]
    files.set(fold(path), path)
  }
  for (const path of paths)
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      const file = files.get(fold(path.slice(0, at)))
      if (file !== undefined) return [file, path]
    }
  return null
}

const fold = (path: string): string => path.normalize('NFC').toLowerCase()
