import type { Repository } from '../process/repository.ts'
import { listPaths } from './list-paths.ts'

/** What lay untracked in the workspace before the agent; none of it is ever added. Paths byte for byte (latin1). */
export interface UntrackedBefore {
  readonly files: ReadonlySet<string>
  /** Ignored folders and nested repositories as a whole, each with a slash at its end. */
  readonly folders: readonly string[]
}

/**
 * Ignored files count too: the agent may change .gitignore. Ignored folders are not walked (node_modules), others
 * are listed file by file, so that a new file beside an old one is still the agent's.
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
