import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type SourceGit, sourceGit, usersGit } from './source-git.ts'

/** The local git repository that the sandbox copies. */
export interface Source {
  readonly path: string
  /** Its name on GitHub. */
  readonly name: string
  /**
   * Whether its folder has uncommitted changes, which are not copied. `snapshot`: the folder is not a repository, and its
   * files were committed to a temporary one.
   */
  readonly uncommitted: 'none' | 'changes' | 'unknown' | 'snapshot'
}

/**
 * Finds the repository at a path. A repository with a detached HEAD, such as a CI checkout of a tag, is first copied into
 * `directory` and put on a branch, because a repository on GitHub always has a default branch.
 */
export async function findSource(path: string, directory: string): Promise<Source> {
  await requireFolder(path)
  const git = await sourceGit(directory)
  const { root, isBare } = await rootOf(git, path)
  const head = await git(root, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}')
  if (!head.ok)
    throw new Error(`${path} has no commits: create one, or choose another repository with --repo`)
  const name = repositoryName(root)
  const uncommitted = isBare ? 'none' : await uncommittedIn(root)
  if ((await git(root, 'symbolic-ref', '--quiet', 'HEAD')).ok) return { path: root, name, uncommitted }
  const copy = join(directory, `${name}-source.git`)
  for (const args of [
    ['clone', '--quiet', '--bare', '--no-hardlinks', root, copy],
    ['--git-dir', copy, 'update-ref', 'refs/heads/main', head.stdout],
    ['--git-dir', copy, 'symbolic-ref', 'HEAD', 'refs/heads/main'],
  ]) {
    const { ok, stderr } = await git(directory, ...args)
    if (!ok) throw new Error(`${path} could not be copied: ${stderr}`)
  }
  return { path: copy, name, uncommitted }
}

/** GitHub allows letters, digits, `.`, `_` and `-`. */
export function repositoryName(path: string): string {
  const name = basename(path)
    .replace(/\.git$/, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
  return /^[.-]*$/.test(name) ? 'repository' : name
}

async function requireFolder(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  if (!found) throw new Error(`${path} does not exist: choose a local git repository with --repo`)
  if (!found.isDirectory())
    throw new Error(`${path} is a file: choose the folder of a git repository with --repo`)
}

async function rootOf(git: SourceGit, path: string): Promise<{ root: string; isBare: boolean }> {
  const root = await git(path, 'rev-parse', '--show-toplevel')
  if (root.ok) return { root: root.stdout, isBare: false }
  const bare = await git(path, 'rev-parse', '--absolute-git-dir')
  if (bare.ok) return { root: bare.stdout, isBare: true }
  if (/not a git repository/.test(bare.stderr))
    throw new Error(`${path} is not a git repository: choose one with --repo`)
  throw new Error(`git cannot read ${path}: ${bare.stderr}`)
}

/**
 * Uses the user's own configuration. `status` runs programs that the repository configures (filters, a file system
 * monitor), and git refuses to run them in a repository of another user.
 */
async function uncommittedIn(root: string): Promise<Source['uncommitted']> {
  const status = await usersGit(
    root,
    '--no-optional-locks',
    'status',
    '--porcelain',
    '--ignore-submodules=dirty',
  )
  if (!status.ok) return 'unknown'
  return status.stdout === '' ? 'none' : 'changes'
}
