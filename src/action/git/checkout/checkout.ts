import { lstatSync } from 'node:fs'
import { access, constants, mkdir, readdir, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { whyNoBranchName } from '../../../contract/branch-name.ts'
import { type Reason, reason } from '../../../contract/reasons.ts'
import type { Assignment } from '../../../contract/runner-protocol/assignment.ts'
import { messageOf, showPath } from '../../text/format.ts'
import type { Environment } from '../process/git-environment.ts'
import { must, openRepository, type Repository } from '../process/repository.ts'
import { checkCase, type IgnoresCase } from './case-collisions.ts'
import { type MeasuredFile, measureFiles, type ReadDiskSpace } from './disk-space.ts'
import {
  fetchBranches,
  fetchPullRequest,
  type Pause,
  readFetched,
  readRemoteHeads,
} from './fetch-branches.ts'
import { listPaths, pathAsText } from './list-paths.ts'
import type { StartedMerge } from './started-merge.ts'
import {
  type Leftovers,
  listUntracked,
  NO_LEFTOVERS,
  NOTHING_UNTRACKED,
  removeLeftovers,
  type UntrackedBefore,
} from './untracked-files.ts'

interface CheckoutOptions {
  readonly workspace: string
  /** An existing folder outside the workspace, for the git directory. */
  readonly scratch: string
  /** `https://host/owner/name.git` */
  readonly remote: string
  /** Used for the fetch only; read access is enough. */
  readonly token: string
  readonly base: string
  readonly baseFrom?: Assignment['baseFrom']
  /** The working branch; it may not exist yet. */
  readonly branch: string
  /** The pull request whose head is fetched in place of the base and the working branch. Absent: none. */
  readonly pullRequest?: number | undefined
  readonly environment: Environment
  readonly signal?: AbortSignal
  readonly pause?: Pause
  readonly readDiskSpace?: ReadDiskSpace
  readonly ignoresCase?: IgnoresCase
  /** A commit with more files is refused, however much space there is. */
  readonly mostFiles?: number
  /** Time limit for measuring the commit before it is checked out. */
  readonly longestMs?: number
  /** A file that the runner writes at the start of the job; see `removeLeftovers`. */
  readonly jobFile?: string | undefined
}

export interface Checkout {
  readonly repository: Repository
  readonly baseSha: string
  /** What the change is compared with: the head of the working branch if it exists, else of the base; or a started merge. */
  readonly startSha: string
  readonly branchHead: string | null
  /** The base is merged into the branch with the work; `null`: it is not. */
  readonly merge: StartedMerge | null
  readonly untrackedBefore: UntrackedBefore
}

/** The branches, before anything is written into the workspace. */
export type Fetched = Pick<Checkout, 'repository' | 'baseSha' | 'branchHead'>

export type CheckoutResult =
  | ({ readonly ok: true; readonly leftovers: Leftovers } & Checkout)
  | { readonly ok: false; readonly reason: Reason }

/** Fetches the base, and the working branch if it exists, into a separate git directory. */
export async function fetchStart(
  options: CheckoutOptions,
): Promise<({ readonly ok: true } & Fetched) | { readonly ok: false; readonly reason: Reason }> {
  const { base, branch, pullRequest } = options
  const workspace = await realpath(options.workspace)
  const gitDir = join(await realpath(options.scratch), 'prentice-git')
  if (isInside(workspace, gitDir)) throw new Error(`the scratch folder ${gitDir} lies inside the workspace`)
  const repository = await openRepository({ ...options, gitDir, workTree: workspace })

  if (pullRequest !== undefined) {
    const fetched = await fetchPullRequest({ ...options, repository }, pullRequest)
    return fetched.ok ? { ok: true, repository, baseSha: fetched.headSha, branchHead: null } : fetched
  }
  if (whyNoBranchName(base) !== null) return { ok: false, reason: nameMissingBase(options) }
  if (whyNoBranchName(branch) !== null) throw new Error(`${branch} is not a valid branch name`)

  const remote = { ...options, repository }
  const found = await readRemoteHeads(remote, [base, branch, ...foldersOf(branch)])
  if (!found.ok) return found
  const conflicting = foldersOf(branch).find((folder) => found.heads.has(folder))
  if (conflicting !== undefined) return { ok: false, reason: nameConflictingBranch(conflicting, branch) }
  if (!found.heads.has(base)) return { ok: false, reason: nameMissingBase(options) }
  const existing = found.heads.has(branch) ? [base, branch] : [base]
  const failure = await fetchBranches(remote, [...new Set(existing)])
  if (failure) return { ok: false, reason: failure }
  const [baseSha, branchHead] = await Promise.all([
    readFetched(repository, base),
    found.heads.has(branch) ? readFetched(repository, branch) : null,
  ])
  return { ok: true, repository, baseSha, branchHead }
}

type WorkTreeOptions = Pick<
  CheckoutOptions,
  'ignoresCase' | 'readDiskSpace' | 'mostFiles' | 'longestMs' | 'jobFile'
>

/** Writes the starting commit, or what a started merge has made so far, into the workspace. */
export async function writeWorkTree(
  fetched: Fetched,
  merge: StartedMerge | null,
  options: WorkTreeOptions = {},
): Promise<CheckoutResult> {
  const planned = await planWorkTree(fetched, merge, options)
  return planned.ok ? planned.write() : planned
}

/** Finds out whether the workspace can hold the files, and then writes them. */
export async function planWorkTree(
  { repository, baseSha, branchHead }: Fetched,
  merge: StartedMerge | null,
  options: WorkTreeOptions = {},
): Promise<
  | { readonly ok: true; readonly write: () => Promise<CheckoutResult> }
  | { readonly ok: false; readonly reason: Reason }
> {
  const startSha = merge?.start ?? branchHead ?? baseSha
  const written = merge?.tree ?? startSha
  const [collision, measured] = await Promise.all([
    checkCase(repository, written, options.ignoresCase),
    measureFiles(repository, written, options),
  ])
  if (collision !== null) return { ok: false, reason: collision }
  if (!measured.ok) return measured
  const write = async (): Promise<CheckoutResult> => {
    const wasEmpty = await isEmpty(repository.workTree)
    try {
      await writeFiles(repository, written)
    } catch (error) {
      const obstacle = (await findReadOnly(repository)) ?? (await findTooLong(repository, written))
      if (obstacle === null) throw error
      return { ok: false, reason: obstacle }
    }
    const leftovers = wasEmpty ? NO_LEFTOVERS : await removeLeftovers(repository, options.jobFile)
    const untrackedBefore = wasEmpty ? NOTHING_UNTRACKED : await listUntracked(repository)
    await markLargeFiles(repository, measured.files, untrackedBefore)
    return { ok: true, leftovers, repository, baseSha, startSha, branchHead, merge, untrackedBefore }
  }
  return { ok: true, write }
}

/** Names the source of the branch name, which is where it can be fixed. */
function nameMissingBase({ base, baseFrom }: CheckoutOptions): Reason {
  const sources = {
    job: 'the `ref` of the job',
    config: 'the `base` in .github/prentice.yml',
    'default-branch': 'the default branch',
  }
  const source = baseFrom === undefined ? '' : `, ${sources[baseFrom]}`
  // Variables of CI, such as GITHUB_REF, hold the full name.
  const name = /^refs\/heads\/(.+)/.exec(base)?.[1]
  const hint = name === undefined ? '' : ` (the name of a branch is without refs/heads/: ${showPath(name)})`
  return reason('ref-not-found', `${showPath(base)}${source}${hint}`)
}

/** `a` and `a/b` of `a/b/c`. */
function foldersOf(branch: string): string[] {
  const parts = branch.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

/** Branch names are stored like paths: `a` and `a/b` cannot both exist. The push would fail after the agent's work. */
const nameConflictingBranch = (existing: string, branch: string): Reason =>
  reason(
    'push-refused',
    `the branch ${showPath(existing)} exists, so a branch ${showPath(branch)} cannot be created; rename or delete ${showPath(existing)}`,
  )

/** checkout-index replaces files, links and folders in the way, and leaves what the tree does not name. */
export async function writeFiles({ git, workTree }: Repository, sha: string): Promise<void> {
  await mkdir(workTree, { recursive: true })
  await must(git(['read-tree', sha]))
  await must(git(['checkout-index', '--all', '--force', '--index', '--quiet']))
}

/** The first path of a commit for which this file system has no room: a name of more than 255 bytes, or a path of 4,095. */
async function findTooLong({ gitBytes, workTree }: Repository, commit: string): Promise<Reason | null> {
  const paths = await listPaths(gitBytes, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit])
  const isTooLong = (path: string) =>
    workTree.length + 1 + path.length > 4095 || path.split('/').some((name) => name.length > 255)
  const path = paths.find(isTooLong)
  if (path === undefined) return null
  return reason(
    'input-invalid',
    `\`runs-on\` names a runner whose file system has no room for the name of a file in the repository, which begins with ${showPath(pathAsText(path.slice(0, 100)))}; shorten that name`,
  )
}

/** In a container, the workspace belongs to the user of the runner. */
async function findReadOnly({ workTree }: Repository): Promise<Reason | null> {
  try {
    await access(workTree, constants.W_OK)
    return null
  } catch (error) {
    return reason(
      'input-invalid',
      `the user of this job may not write the workspace ${workTree} (${messageOf(error)}); in a container, set \`options: --user root\``,
    )
  }
}

/** Also if it does not exist yet. */
const isEmpty = async (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length === 0,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )

function isInside(folder: string, path: string): boolean {
  const from = relative(folder, path)
  return from === '' || !(from.startsWith('..') || isAbsolute(from))
}

/** git reads a whole file before it searches or compares it, and several simultaneously. */
const LARGE = 16 * 1024 * 1024
const MAX_LARGE_FILES = 10_000

/** Makes git treat files as binary that are too large to be searched or shown. */
export async function markLargeFiles(
  repository: Repository,
  files: readonly MeasuredFile[],
  untracked: UntrackedBefore = NOTHING_UNTRACKED,
): Promise<void> {
  const tracked = files.filter(({ size }) => size > LARGE).map(({ path }) => path)
  const others = [...untracked.files].filter((path) => sizeOf(repository.workTree, path) > LARGE)
  const large = [...tracked, ...others].slice(0, MAX_LARGE_FILES)
  if (large.length > 0) await repository.treatAsBinary(large)
}

function sizeOf(workTree: string, path: string): number {
  const absolute = Buffer.concat([Buffer.from(`${workTree}/`), Buffer.from(path, 'latin1')])
  const stats = lstatSync(absolute, { throwIfNoEntry: false })
  return stats?.isFile() ? stats.size : 0
}
