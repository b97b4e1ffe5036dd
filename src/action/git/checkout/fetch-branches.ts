import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Reason, reason } from '../../../contract/reasons.ts'
import { must, type Repository } from '../process/repository.ts'
import { isFinalResponse, isFull, oneLine } from '../process/spawn-git.ts'

export type Pause = (milliseconds: number) => Promise<unknown>

type RemoteHeads =
  | { readonly ok: true; readonly heads: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly reason: Reason }

const PAUSES = [1000, 4000]

/** The ref of a fetched branch. */
export const fetchedRef = (branch: string) => `refs/prentice/${branch}`

/** The heads of those of the named branches that exist on the remote. */
export async function readRemoteHeads(
  { repository, token, pause = sleep }: { repository: Repository; token: string; pause?: Pause | undefined },
  branches: readonly string[],
): Promise<RemoteHeads> {
  const refs = branches.map((branch) => `refs/heads/${branch}`)
  const git = repository.withToken(token)
  const answer = await withRetries(() => git(['ls-remote', repository.remote, ...refs]), pause)
  if (answer.code !== 0) return { ok: false, reason: reason('fetch-failed', oneLine(answer.stderr)) }
  const heads = new Map<string, string>()
  for (const line of answer.stdout.split('\n')) {
    const [sha, ref] = line.split('\t')
    // ls-remote also matches the end of a name.
    if (sha && ref && refs.includes(ref)) heads.set(ref.slice('refs/heads/'.length), sha)
  }
  return { ok: true, heads }
}

interface FetchOptions {
  readonly repository: Repository
  readonly token: string
  /** Commits of the history of each; default 1. */
  readonly depth?: number
  /** That many commits more than there are. */
  readonly deepen?: number
  readonly pause?: Pause | undefined
}

/** Fetches the heads of existing branches. `null`: done. */
export const fetchBranches = (options: FetchOptions, branches: readonly string[]): Promise<Reason | null> =>
  fetchRefs(
    options,
    branches.map((branch) => `+refs/heads/${branch}:${fetchedRef(branch)}`),
  )

/** The head of a pull request. GitHub keeps it in the repository also if the branch is in a fork. */
export async function fetchPullRequest(
  options: FetchOptions,
  number: number,
): Promise<
  { readonly ok: true; readonly headSha: string } | { readonly ok: false; readonly reason: Reason }
> {
  const ref = `refs/prentice-pull/${number}`
  const failure = await fetchRefs(options, [`+refs/pull/${number}/head:${ref}`])
  if (failure !== null) return { ok: false, reason: failure }
  const { stdout } = await must(options.repository.git(['rev-parse', '--verify', `${ref}^{commit}`]))
  return { ok: true, headSha: stdout.trim() }
}

async function fetchRefs(
  { repository, token, depth = 1, deepen, pause = sleep }: FetchOptions,
  refs: readonly string[],
): Promise<Reason | null> {
  const git = repository.withToken(token)
  const args = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-recurse-submodules',
    '--no-write-fetch-head',
    deepen === undefined ? `--depth=${depth}` : `--deepen=${deepen}`,
    repository.remote,
    ...refs,
  ]
  const answer = await withRetries(() => git(args), pause)
  if (answer.code === 0) return null
  return reason(isFull(answer.stderr) ? 'runner-full' : 'fetch-failed', oneLine(answer.stderr))
}

/** The head of a branch when it was last fetched. */
export async function readFetched({ git }: Repository, branch: string): Promise<string> {
  const { stdout } = await must(git(['rev-parse', '--verify', `${fetchedRef(branch)}^{commit}`]))
  return stdout.trim()
}

async function withRetries<R extends { code: number; stderr: string }>(
  run: () => Promise<R>,
  pause: Pause,
): Promise<R> {
  for (const wait of PAUSES) {
    const answer = await run()
    if (answer.code === 0 || isFinalResponse(answer.stderr)) return answer
    await pause(wait)
  }
  return run()
}

/** The history is shallow. It is fetched to these depths until the branches meet. */
const DEPTHS = [101, 1001]

interface MeetInput {
  readonly repository: Repository
  readonly token: string
  readonly base: string
  readonly branch: string
  /** Their heads, which may have moved since. Absent: as last fetched. */
  readonly heads?: readonly [base: string, branch: string]
  readonly pause?: Pause | undefined
}

type Meeting =
  /** The best common ancestors of the two branches, one as a rule. */
  | { readonly kind: 'met'; readonly ancestors: readonly string[] }
  /** Not within a thousand commits. */
  | { readonly kind: 'apart' }
  | { readonly kind: 'failed'; readonly reason: Reason }

/** Fetches as much history as it takes to know where two fetched branches parted. */
export async function meetBranches(input: MeetInput): Promise<Meeting> {
  const { repository, base, branch } = input
  for (const depth of [1, ...DEPTHS]) {
    if (depth > 1) {
      // The heads themselves: a branch may have moved meanwhile, or be deleted. `--deepen` leaves out what no ref reaches.
      const { heads } = input
      const failure = heads
        ? await fetchRefs({ ...input, depth }, heads)
        : await fetchBranches({ ...input, depth }, [base, branch])
      if (failure !== null) return { kind: 'failed', reason: failure }
    }
    const ancestors = await findAncestors(repository, input.heads ?? [fetchedRef(base), fetchedRef(branch)])
    if (ancestors !== null) return { kind: 'met', ancestors }
  }
  return { kind: 'apart' }
}

/**
 * `null`: the history is too short to tell. A common commit counts only if the history of all newer ones is complete:
 * where it is cut off, a path to a newer common commit may be missing.
 */
async function findAncestors(
  { git, gitDir }: Repository,
  tips: readonly string[],
): Promise<readonly string[] | null> {
  const { code, stdout } = await git(['merge-base', '--all', ...tips])
  const ancestors = stdout.split('\n').filter((line) => line !== '')
  if (code !== 0 || ancestors.length === 0) return null
  const cutOff = await readCutOff(gitDir)
  if (cutOff.size === 0) return ancestors
  const newer = await must(git(['rev-list', ...tips, '--not', ...ancestors]))
  return newer.stdout.split('\n').some((commit) => cutOff.has(commit)) ? null : ancestors
}

/** Commits whose parents were not fetched. */
async function readCutOff(gitDir: string): Promise<ReadonlySet<string>> {
  try {
    return new Set(
      (await readFile(join(gitDir, 'shallow'), 'utf8')).split('\n').filter((line) => line !== ''),
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Set()
    throw error
  }
}
