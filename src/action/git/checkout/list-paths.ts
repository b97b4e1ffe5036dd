import { must } from '../process/repository.ts'
import type { GitBytes } from '../process/spawn-git.ts'

const MAX_LIST_BYTES = 256 * 1024 * 1024

/**
 * The paths that a `git … -z` command lists. For git, paths are bytes. Read as latin1, every byte is one character and
 * can be passed back to git unchanged.
 */
export async function listPaths(git: GitBytes, args: readonly string[]): Promise<string[]> {
  const { stdout, cut } = await must(git(args, { maxBytes: MAX_LIST_BYTES }))
  if (cut) throw new Error(`git ${args[0]} lists more than ${MAX_LIST_BYTES} bytes of paths`)
  return stdout
    .toString('latin1')
    .split('\0')
    .filter((path) => path !== '')
}

/** Paths as standard input of a `git … -z --stdin` command. */
export function pathsAsInput(paths: readonly string[]): Buffer {
  return Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1')
}

/** A path as text for rules and messages. */
export function pathAsText(path: string): string {
  return Buffer.from(path, 'latin1').toString('utf8')
}
