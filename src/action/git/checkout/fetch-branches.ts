import { setTimeout as sleep } from 'node:timers/promises'
import { type Reason, reason } from '../../../contract/reasons.ts'
import { isFinalAnswer, isFull, oneLine } from '../process/read-stderr.ts'
import { must, type Repository } from '../process/repository.ts'

export type Pause = (milliseconds: number) => Promise<unknown>

export type RemoteHeads =
  | { readonly ok: true; readonly heads: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly reason: Reason }

const PAUSES = [1000, 4000]

/** Where fetched branches are kept. */
export const fetchedRef = (branch: string) => `refs/prentice/${branch}`

/** The heads of those of the named branches that exist on the remote. */
export async function readRemoteHeads(
  { repository, token, pause = sleep }: { repository: Repository; token: string; pause?: Pause },
  branches: readonly string[],
): Promise<RemoteHeads> {
  const refs = branches.map((branch) => `refs/heads/${branch}`)
  const git = repository.withToken(token)
  const answer = await withRetries(() => git(['ls-remote', repository.remote, ...refs]), pause)
  if (answer.code !== 0) return { ok: false, reason: reason('fetch-failed', oneLine(answer.stderr)) }
  const heads = new Map<string, string>()
  for (const line of answer.stdout.split('\n')) {
    const [sha, ref] = line.split('\t')
    // ls-remote matches the tail of a name as well.
    if (sha && ref && refs.includes(ref)) heads.set(ref.slice('refs/heads/'.length), sha)
  }
  return { ok: true, heads }
}

/** Fetches the tips (or, with `deepen`, that many commits more) of branches that exist. `null`: done. */
export async function fetchBranches(
  {
    repository,
    token,
    deepen,
    pause = sleep,
  }: { repository: Repository; token: string; deepen?: number; pause?: Pause },
  branches: readonly string[],
): Promise<Reason | null> {
  const git = repository.withToken(token)
  const args = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-recurse-submodules',
    '--no-write-fetch-head',
    deepen === undefined ? '--depth=1' : `--deepen=${deepen}`,
    repository.remote,
    ...branches.map((branch) => `+refs/heads/${branch}:${fetchedRef(branch)}`),
  ]
  const answer = await withRetries(() => git(args), pause)
  if (answer.code === 0) return null
  return reason(isFull(answer.stderr) ? 'runner-full' : 'fetch-failed', oneLine(answer.stderr))
}

/** Whether any branch can have this name. */
export async function isBranchName(repository: Repository, branch: string): Promise<boolean> {
  const { code } = await repository.git(['check-ref-format', `refs/heads/${branch}`])
  return code === 0
}

/** The head of a branch as it was fetched last. */
export async function readFetched({ git }: Repository, branch: string): Promise<string> {
  const { stdout } = await must(git(['rev-parse', '--verify', `${fetchedRef(branch)}^{commit}`]))
  return stdout.trim()
}

async function withRetries<R extends { code: number; stderr: string }>(
  ask: () => Promise<R>,
  pause: Pause,
): Promise<R> {
  for (const wait of PAUSES) {
    const answer = await ask()
    if (answer.code === 0 || isFinalAnswer(answer.stderr)) return answer
    await pause(wait)
  }
  return ask()
}
