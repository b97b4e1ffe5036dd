import { execFile } from 'node:child_process'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

/** A local git repository to start from. */
export interface Source {
  readonly path: string
  /** Name for GitHub. */
  readonly name: string
}

/**
 * Finds the repository at a path. One that is on no branch (a checkout of a tag, as CI makes them) is copied into
 * `directory` first and put on a branch there, for a repository on GitHub always has a default branch.
 */
export async function findSource(path: string, directory: string): Promise<Source> {
  const root = await rootOf(path)
  const head = await git(root, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}')
  if (head === null) throw new Error(`${path} has no commit: make one, or name another repository`)
  const name = repositoryName(root)
  if ((await git(root, 'symbolic-ref', '--quiet', 'HEAD')) !== null) return { path: root, name }
  const copy = join(directory, `${name}-source.git`)
  await run('git', ['clone', '--quiet', '--bare', '--no-hardlinks', root, copy])
  await run('git', ['-C', copy, 'update-ref', 'refs/heads/main', head])
  await run('git', ['-C', copy, 'symbolic-ref', 'HEAD', 'refs/heads/main'])
  return { path: copy, name }
}

/** GitHub allows letters, digits, `.`, `_` and `-`. */
export function repositoryName(path: string): string {
  const name = basename(path)
    .replace(/\.git$/, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
  return /^[.-]*$/.test(name) ? 'repository' : name
}

async function rootOf(path: string): Promise<string> {
  const root = await git(path, 'rev-parse', '--show-toplevel')
  if (root) return root
  const bare = await git(path, 'rev-parse', '--absolute-git-dir')
  if (bare) return bare
  throw new Error(`${path} is not a git repository: name one with --repo`)
}

const run = promisify(execFile)

async function git(path: string, ...args: string[]): Promise<string | null> {
  try {
    return (await run('git', ['-C', path, ...args])).stdout.trim()
  } catch {
    return null
  }
}
