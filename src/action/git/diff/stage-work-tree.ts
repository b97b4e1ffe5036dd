import { existsSync } from 'node:fs'
import { copyFile, lstat, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listPaths, pathAsText, pathsAsInput } from '../checkout/list-paths.ts'
import { type UntrackedBefore, wasUntracked } from '../checkout/untracked-files.ts'
import { must, type Repository } from '../process/repository.ts'
import type { GitBytes } from '../process/spawn-git.ts'
import { stageLineEnds } from './line-ends.ts'

export interface StagedTree {
  readonly tree: string
  /** New folders in the work tree that are git repositories. They are not in the tree. */
  readonly nestedRepositories: readonly string[]
}

/**
 * `fresh` hashes every file and uses no earlier index; it is used for what is published. `reused` starts from the index of
 * the last call, at first from that of the checkout, and reads only files whose size or time changed; it is used for
 * frequent queries while the agent works.
 */
export type IndexUse = 'fresh' | 'reused'

/**
 * Writes the work tree as a git tree, with a separate index, since the other one may have been modified. Does not use
 * `git add`, which would run `git status` inside a submodule, with the submodule's configuration.
 */
export async function stageWorkTree(
  repository: Repository,
  startSha: string,
  untrackedBefore: UntrackedBefore,
  use: IndexUse = 'fresh',
): Promise<StagedTree> {
  await repository.restoreConfig()
  const git = await openIndex(repository, startSha, use)

  const { submodules, touched, others } = await compareWithIndex(git)
  const { gone, present } = await sortOut(repository.workTree, touched, submodules)
  const added = others.filter((path) => !wasUntracked(untrackedBefore, path))

  await updateIndex(git, ['--force-remove'], gone)
  const files = [...present, ...added.filter((path) => !path.endsWith('/'))]
  await updateIndex(git, ['--add', '--remove', '--replace'], files)
  await stageLineEnds(repository, { git, workTree: repository.workTree, startSha, paths: files })
  const { stdout } = await must(git(['write-tree']))
  return {
    tree: stdout.toString('utf8').trim(),
    nestedRepositories: added
      .filter((path) => path.endsWith('/'))
      .map((path) => pathAsText(path.slice(0, -1))),
  }
}

async function updateIndex(git: GitBytes, how: readonly string[], paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await must(git(['update-index', ...how, '-z', '--stdin'], { input: pathsAsInput(paths) }))
}

async function openIndex(repository: Repository, startSha: string, use: IndexUse): Promise<GitBytes> {
  const indexFile = join(repository.gitDir, `prentice-index-${use}`)
  const git = repository.withIndex(indexFile)
  if (use === 'fresh') {
    await rm(indexFile, { force: true })
    await must(git(['read-tree', startSha]))
  } else if (!existsSync(indexFile)) {
    await copyIndex(join(repository.gitDir, 'index'), indexFile)
  }
  return git
}

/**
 * Preserves the time of the index: git reads files that are not older than the index, since their times may hide a
 * change. With a newer time, git would miss changes made in the second in which the index was written (see racy git).
 */
async function copyIndex(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const { atime, mtime } = await stat(from)
  await utimes(to, atime, mtime)
}

/** What git prints before the mode, object id, stage and path of an entry; see `-t` in git-ls-files(1). */
const UNTRACKED = '?'
const CHANGED = 'C'
const REMOVED = 'R'

/** Submodules and changed or deleted files of the index, and untracked files: by one command, since each is a process. */
async function compareWithIndex(git: GitBytes) {
  const options = ['-t', '--stage', '--modified', '--deleted', '--others', '--exclude-standard']
  const submodules = new Set<string>()
  const touched = new Set<string>()
  const others: string[] = []
  for (const line of await listPaths(git, ['ls-files', '-z', ...options])) {
    const tag = line.charAt(0)
    const path = line.slice(tag === UNTRACKED ? 2 : line.indexOf('\t') + 1)
    if (tag === UNTRACKED) others.push(path)
    else if (tag === CHANGED || tag === REMOVED) touched.add(path)
    else if (line.startsWith('160000 ', 2)) submodules.add(path)
  }
  return { submodules, touched, others }
}

/**
 * Divides tracked paths into deleted and existing files. A path behind a link counts as deleted, since git does not follow
 * links. A submodule counts only if it was replaced by something other than a folder; its state is never published.
 */
async function sortOut(workTree: string, paths: ReadonlySet<string>, submodules: ReadonlySet<string>) {
  const gone: string[] = []
  const present: string[] = []
  for (const path of paths) {
    const kind = (await isBehindLink(workTree, path)) ? 'missing' : await kindOf(workTree, path)
    if (submodules.has(path) && (kind === 'folder' || kind === 'missing')) continue
    if (kind === 'file') present.push(path)
    else gone.push(path)
  }
  return { gone, present }
}

async function isBehindLink(workTree: string, path: string): Promise<boolean> {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const stats = await lstat(absolute(workTree, folder)).catch(() => null)
    if (stats?.isSymbolicLink()) return true
  }
  return false
}

async function kindOf(workTree: string, path: string): Promise<'file' | 'folder' | 'missing'> {
  // A path that cannot be read counts as missing.
  const stats = await lstat(absolute(workTree, path)).catch(() => null)
  if (stats?.isDirectory()) return 'folder'
  return stats?.isFile() || stats?.isSymbolicLink() ? 'file' : 'missing'
}

function absolute(workTree: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${workTree}/`), Buffer.from(path, 'latin1')])
}
