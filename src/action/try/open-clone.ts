import { constants } from 'node:fs'
import { copyFile, mkdir, open, realpath, stat, utimes, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { SETTINGS_LIMIT, SETTINGS_PATHS, type SettingsFile } from '../../settings/settings-files.ts'
import type { Fetched } from '../git/checkout/checkout.ts'
import {
  cloneEnvironment,
  type Environment,
  gitEnvironment,
  type Setting,
} from '../git/process/git-environment.ts'
import { must, openRepository, type Repository } from '../git/process/repository.ts'
import { type GitBytes, oneLine, spawnGit } from '../git/process/spawn-git.ts'

// Egress: starts git in the clone, with its own environment, and writes git folders of its own.

/** Why no run can begin, with what to do about it. */
export class Obstacle extends Error {}

/** The clone of a person, as it is on the disk. Nothing of it changes, unless they ask for it. */
export interface Clone {
  /** The folder that has the files. Real path. */
  readonly root: string
  readonly head: string
  /** `null`: HEAD is detached. */
  readonly branch: string | null
  readonly objects: string
  /** Files that git may have: of its index, of the commits where a shallow history ends, and of ignored paths. */
  readonly index: string
  readonly sharedIndex: string | null
  readonly shallow: string
  readonly exclude: string
  /** Some objects may be missing, which git would fetch. */
  readonly isPartial: boolean
  /** How git writes files here: line ends, modes, and which files it ignores. */
  readonly settings: readonly Setting[]
}

/** Settings that change what files look like, and that run nothing. */
const OF_FILES = new Set([
  ...['core.autocrlf', 'core.eol', 'core.filemode', 'core.symlinks', 'core.ignorecase'],
  ...['core.precomposeunicode', 'core.checkroundtripencoding', 'core.excludesfile'],
])

/** Finds the clone of a folder. Throws an `Obstacle` if there is none. */
export async function openClone(
  folder: string,
  { environment, signal }: { readonly environment: Environment; readonly signal: AbortSignal },
): Promise<Clone> {
  const stats = await stat(folder).catch(() => null)
  if (!stats?.isDirectory()) throw new Obstacle(`${folder} is no folder: name a clone with --dir`)
  const env = cloneEnvironment(environment)
  const git: GitBytes = (args, options) => spawnGit(args, { cwd: folder, env, signal }, options)
  const places = await findPlaces(git, folder)
  const [head, branch, config] = await Promise.all([
    git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
    git(['symbolic-ref', '--quiet', '--short', 'HEAD']),
    must(git(['config', '--list', '-z'])),
  ])
  const sha = head.stdout.toString().trim()
  if (head.code !== 0) throw new Obstacle(`${places.root} has no commit yet: commit your files first`)
  if (sha.length !== 40)
    throw new Obstacle(`${places.root} uses SHA-256, which GitHub does not know: use a repository with SHA-1`)
  return {
    ...places,
    head: sha,
    branch: branch.code === 0 ? branch.stdout.toString().trim() : null,
    isPartial: /(?:^|\0)remote\.[^\n]*\.promisor\ntrue(?:\0|$)/.test(config.stdout.toString()),
    settings: settingsOfFiles(config.stdout.toString(), environment),
  }
}

async function findPlaces(git: GitBytes, folder: string) {
  const wanted = ['--show-toplevel', ...['objects', 'index', 'shallow', 'info/exclude'].flatMap(gitPath)]
  const found = await git(['rev-parse', '--path-format=absolute', ...wanted, '--shared-index-path'])
  if (found.code !== 0) throw new Obstacle(explainNoClone(found.stderr, folder))
  const [root = '', objects, index, shallow, exclude, sharedIndex, ...rest] = found.stdout
    .toString()
    .replace(/\n$/, '')
    .split('\n')
  if (!objects || !index || !shallow || !exclude || rest.length > 0)
    throw new Obstacle(`the path of ${folder} has a line break: move the clone to another folder`)
  const place = await realpath(root)
  // `core.worktree` may name any folder.
  if (!`${await realpath(folder)}${sep}`.startsWith(`${place}${sep}`))
    throw new Obstacle(`${folder} keeps its files in ${place}: name that folder with --dir`)
  return { root: place, objects, index, shallow, exclude, sharedIndex: sharedIndex || null }
}

const gitPath = (path: string): string[] => ['--git-path', path]

function explainNoClone(stderr: string, folder: string): string {
  if (stderr.includes('not a git repository'))
    return `${folder} is not in a git repository: go to a clone, or name one with --dir`
  if (stderr.includes('must be run in a work tree'))
    return `${folder} is a git repository without files: go to a clone that has them, or name one with --dir`
  if (stderr.includes('dubious ownership'))
    return `${folder} belongs to another user: allow it with \`git config --global --add safe.directory\` and its path`
  return `git cannot read ${folder}: ${oneLine(stderr)}`
}

/** The last value of each counts. Without one, git has a file for what all repositories ignore. Pure. */
function settingsOfFiles(config: string, { HOME, XDG_CONFIG_HOME }: Environment): Setting[] {
  const ignored = XDG_CONFIG_HOME || (HOME ? join(HOME, '.config') : null)
  const found = new Map<string, string>(
    ignored === null ? [] : [['core.excludesfile', join(ignored, 'git/ignore')]],
  )
  for (const entry of config.split('\0')) {
    const [name = '', ...value] = entry.split('\n')
    if (!OF_FILES.has(name)) continue
    found.set(name, value.length === 0 ? 'true' : value.join('\n').replace(/^~(?=\/)/, HOME ?? '~'))
  }
  return [...found]
}

/** The settings files in the work tree. A link is none. */
export async function readSettingsFiles({ root }: Pick<Clone, 'root'>): Promise<SettingsFile[]> {
  const read = async (path: string): Promise<SettingsFile[]> => {
    if ((await realpath(join(root, '.github')).catch(() => null)) !== join(root, '.github')) return []
    const file = await open(
      join(root, path),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    ).catch(() => null)
    if (file === null) return []
    try {
      const stats = await file.stat()
      if (!stats.isFile()) return []
      return [{ path, text: stats.size > SETTINGS_LIMIT ? null : await file.readFile('utf8') }]
    } finally {
      await file.close()
    }
  }
  return (await Promise.all(SETTINGS_PATHS.map(read))).flat()
}

/** HEAD of the clone in a repository of the run: it reads the objects of the clone, and nothing else of it. */
export async function copyHead(
  { objects, shallow, head }: Clone,
  place: {
    readonly scratch: string
    readonly workTree: string
    readonly environment: Environment
    readonly signal: AbortSignal
  },
): Promise<Fetched> {
  const gitDir = join(place.scratch, 'prentice-git')
  const repository = await openRepository({ ...place, gitDir, remote: '', objects })
  await copyIfThere(shallow, join(gitDir, 'shallow'))
  return { repository: withoutRemote(repository), baseSha: head, branchHead: null }
}

const withoutRemote = (repository: Repository): Repository => ({
  ...repository,
  at: () => withoutRemote(repository),
  withToken: () => async () => ({
    code: 128,
    stdout: '',
    stderr: 'not found: there is no remote',
    cut: false,
  }),
})

/** git on the files of the clone, with a git directory of the run: no hook, filter or monitor of the clone exists there. */
export interface CloneFiles {
  git(args: readonly string[], options?: Parameters<GitBytes>[1], indexFile?: string): ReturnType<GitBytes>
  readonly gitDir: string
}

/** `objects`: those that the run has written. */
export async function openCloneFiles(
  clone: Clone,
  place: {
    readonly scratch: string
    readonly objects: string
    readonly environment: Environment
    readonly signal: AbortSignal
  },
): Promise<CloneFiles> {
  const gitDir = join(place.scratch, 'clone-git')
  await mkdir(join(gitDir, 'info'), { recursive: true })
  const git: CloneFiles['git'] = (args, options, indexFile) => {
    const env = gitEnvironment(
      { gitDir, workTree: clone.root, objects: clone.objects, ...(indexFile !== undefined && { indexFile }) },
      place.environment,
      clone.settings,
    )
    return spawnGit(args, { cwd: clone.root, env, signal: place.signal }, options)
  }
  await must(git(['init', '--quiet', '--template=', gitDir]))
  await writeFile(join(gitDir, 'objects/info/alternates'), `${place.objects}\n`)
  await copyIfThere(clone.exclude, join(gitDir, 'info/exclude'))
  await copyIfThere(clone.shallow, join(gitDir, 'shallow'))
  const index = join(gitDir, 'index')
  await copyIfThere(clone.index, index)
  if (clone.sharedIndex !== null)
    await copyIfThere(clone.sharedIndex, join(gitDir, clone.sharedIndex.replace(/.*\//, '')))
  await takeTime(clone.index, index)
  return { git, gitDir }
}

/** git reads files that are not older than the index, whose times may hide a change: with a newer time, it would miss it. */
async function takeTime(from: string, to: string): Promise<void> {
  const stats = await stat(from).catch(() => null)
  if (stats !== null) await utimes(to, stats.atime, stats.mtime)
}

const COUNT_LIMITS = { timeoutMs: 20_000, maxBytes: 16 * 1024 * 1024 }

/** How many files of the work tree differ from HEAD, untracked ones included, as `git status` lists them. */
export async function countUncommitted({ git }: CloneFiles, { head }: Clone): Promise<number> {
  await must(git(['update-ref', 'HEAD', head]))
  const status = await git(['status', '--porcelain', '--ignore-submodules=all'], COUNT_LIMITS)
  return status.stdout.toString('latin1').split('\n').length - 1
}

async function copyIfThere(from: string, to: string): Promise<void> {
  await copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}
