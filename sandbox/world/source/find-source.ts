import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type SourceGit, sourceGit, usersGit } from './source-git.ts'

/** A local git repository to start from. */
export interface Source {
  readonly path: string
  /** Name for GitHub. */
  readonly name: string
  /**
   * What stands in its folder beside the commits, and is not copied: nothing, something, or that is not known.
   * `snapshot`: the folder is no repository, and its files were committed to one in a temporary place.
   */
  readonly besides: 'nothing' | 'changes' | 'unknown' | 'snapshot'
}

/**
 * Finds the repository at a path. One that is on no branch (a checkout of a tag, as CI makes them) is copied into
 * `directory` first and put on a branch there, for a repository on GitHub always has a default branch.
 */
export async function findSource(path: string, directory: string): Promise<Source> {
  await requireFolder(path)
  const git = await sourceGit(directory)
  const { root, isBare } = await rootOf(git, path)
  const head = await git(root, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}')
  if (!head.ok) throw new Error(`${path} has no commit: make one, or name another repository`)
  const name = repositoryName(root)
  const besides = isBare ? 'nothing' : await lookBeside(root)
  if ((await git(root, 'symbolic-ref', '--quiet', 'HEAD')).ok) return { path: root, name, besides }
  const copy = join(directory, `${name}-source.git`)
  for (const args of [
    ['clone', '--quiet', '--bare', '--no-hardlinks', root, copy],
    ['--git-dir', copy, 'update-ref', 'refs/heads/main', head.stdout],
    ['--git-dir', copy, 'symbolic-ref', 'HEAD', 'refs/heads/main'],
  ]) {
    const { ok, stderr } = await git(directory, ...args)
    if (!ok) throw new Error(`${path} could not be copied: ${stderr}`)
  }
  return { path: copy, name, besides }
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
  if (!found) throw new Error(`${path} does not exist: name a local git repository with --repo`)
  if (!found.isDirectory())
    throw new Error(`${path} is a file: name a folder that is a git repository with --repo`)
}

async function rootOf(git: SourceGit, path: string): Promise<{ root: string; isBare: boolean }> {
  const root = await git(path, 'rev-parse', '--show-toplevel')
  if (root.ok) return { root: root.stdout, isBare: false }
  const bare = await git(path, 'rev-parse', '--absolute-git-dir')
  if (bare.ok) return { root: bare.stdout, isBare: true }
  if (/not a git repository/.test(bare.stderr))
    throw new Error(`${path} is not a git repository: name one with --repo`)
  throw new Error(`git cannot read ${path}: ${bare.stderr}`)
}

/**
 * Asked under the user's own configuration: `status` runs programs that a repository's configuration names (filters,
 * a file system monitor), and git's refusal to do so in a repository of somebody else stands.
 */
async function lookBeside(root: string): Promise<Source['besides']> {
  const status = await usersGit(
    root,
    '--no-optional-locks',
    'status',
    '--porcelain',
    '--ignore-submodules=dirty',
  )
  if (!status.ok) return 'unknown'
  return status.stdout === '' ? 'nothing' : 'changes'
}
