import type { Repository } from '../process/repository.ts'
import { listPaths } from './list-paths.ts'

/** Files that were untracked before the agent started; they are never published. Paths byte for byte (latin1). */
export interface UntrackedBefore {
  readonly files: ReadonlySet<string>
  /** Ignored folders and nested repositories, each with a trailing slash. */
  readonly folders: readonly string[]
}

/**
 * Includes ignored files, since the agent may change .gitignore. Ignored folders (node_modules) are listed as a whole,
 * others file by file, so that a new file in such a folder counts as the agent's.
 */
export async function listUntracked(repository: Repository): Promise<UntrackedBefore> {
  const others = ['ls-files', '-z', '--others', '--exclude-standard']
  const paths = [
    ...(await listPaths(repository.gitBytes, others)),
    ...(await listPaths(repository.gitBytes, [...others, '--ignored', '--directory'])),
  ]
  return {
    files: new Set(paths.filter((path) => !path.endsWith('/'))),
    folders: paths.filter((path) => path.endsWith('/')),
  }
}

export function wasUntracked(before: UntrackedBefore, path: string): boolean {
  return before.files.has(path) || before.folders.some((folder) => path.startsWith(folder))
}
