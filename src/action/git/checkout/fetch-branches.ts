import { setTimeout as sleep } from 'node:timers/promises'
import { type Reason, reason } from '../../../contract/reasons.ts'
import { isFinalResponse, isFull, oneLine } from '../process/read-stderr.ts'
import { must, type Repository } from '../process/repository.ts'

export type Pause = (milliseconds: number) => Promise<unknown>

export type RemoteHeads =
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

/** Fetches the heads of existing branches, or with `deepen` that many more commits. `null`: done. */
export async function fetchBranches(
  {
    repository,
    token,
    deepen,
    pause = sleep,
  }: { repository: Repository; token: string; deepen?: number; pause?: Pause | undefined },
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
