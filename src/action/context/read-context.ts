import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { whyNoBranchName } from '../../contract/branch-name.ts'
import { type Reason, reason } from '../../contract/reasons.ts'
import type { Assignment } from '../../contract/runner-protocol/assignment.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import { markLargeFiles, writeFiles } from '../git/checkout/checkout.ts'
import { measureFiles } from '../git/checkout/disk-space.ts'
import { fetchBranches, readFetched } from '../git/checkout/fetch-branches.ts'
import type { Environment } from '../git/process/git-environment.ts'
import { openRepository, type Repository } from '../git/process/repository.ts'
import { connectGithub } from '../github/connect-github.ts'
import { classifyError, openRetries, type RetryOptions } from '../github/retries.ts'
import type { Log } from '../log/log.ts'
import { RunFailure } from '../outcome/run-failure.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { messageOf, showPath } from '../text/format.ts'

// Egress: asks GitHub to end a token, with that token.

interface ContextJob {
  readonly controlPlane: Pick<ControlPlane, 'assignment' | 'report'>
  readonly environment: Environment
  /** A folder of this run alone, outside the workspace. */
  readonly scratch: string
  readonly apiUrl: string
  readonly secrets: Pick<Secrets, 'redact'>
  readonly log: Log
  readonly signal: AbortSignal
  readonly now: () => number
}

interface ReadOnlyCheckout {
  readonly repository: Repository
  readonly sha: string
}

/** Other repositories that the agent may read, by `owner/name`. */
export type ContextCheckouts = ReadonlyMap<string, ReadOnlyCheckout>

/**
 * Fetches the context repositories. One that cannot be fetched is left out. Their token ends here: nothing that the agent
 * does can use it.
 */
export type ReadContext = () => Promise<ContextCheckouts>

/**
 * Does the work of a run up to its publication. The token of the context repositories ends with it at the latest, whether
 * the work reads them or not.
 */
export async function withContextToken<T>(
  job: ContextJob,
  work: (readContext: ReadContext) => Promise<T>,
): Promise<T> {
  const { context } = job.controlPlane.assignment
  if (context === undefined) return work(async () => new Map())
  const { token } = context
  /** GitHub has revoked the token, or refused to. */
  let isAnswered = false
  const revoke = async (how: { readonly deadline?: number; readonly signal?: AbortSignal }) => {
    const failure = await revokeToken({ ...revocation(job, token), ...how })
    isAnswered = true
    return failure === null ? null : `${NOT_REVOKED}: ${job.secrets.redact(failure)}`
  }
  const revokeOrFail = async () => {
    const failure = isAnswered ? null : await revoke({ signal: job.signal })
    if (failure !== null) throw new RunFailure(reason('fetch-failed', failure))
  }
  try {
    const result = await work(() =>
      job.log.group('Fetch the context repositories', async () => {
        const read = await fetchContext(job, context)
        await revokeOrFail()
        return read
      }),
    )
    await revokeOrFail()
    return result
  } catch (error) {
    // The run ends. A runner that is cancelled has a few seconds for this.
    const failure = isAnswered ? null : await revoke({ deadline: job.now() })
    if (failure !== null) job.log.warning(failure)
    throw error
  }
}

const NOT_REVOKED = 'the token of the context repositories could not be revoked'
/** How long a rate limit is waited for. */
const PATIENCE_MS = 60_000

const revocation = ({ apiUrl, now, log }: ContextJob, token: string) => ({
  ...{ apiUrl, token, now, onWait: log.info, deadline: now() + PATIENCE_MS },
})

const REVOCATION_TIMEOUT_MS = 5_000

/** Ends an installation token. `null`: done; otherwise why GitHub did not, in words. */
async function revokeToken({
  apiUrl,
  token,
  ...options
}: RetryOptions & { readonly apiUrl: string; readonly token: string }): Promise<string | null> {
  const { apps } = connectGithub({ apiUrl, token })
  const retries = openRetries(options)
  for (;;) {
    try {
      await apps.revokeInstallationAccessToken({
        request: { signal: AbortSignal.timeout(REVOCATION_TIMEOUT_MS) },
      })
      return null
    } catch (error) {
      const verdict = classifyError(error, options.now())
      // It has expired, or an earlier request whose response was lost has ended it.
      if (verdict.kind === 'refused' && verdict.status === 401) return null
      if (verdict.kind === 'refused' || !(await retries.wait(verdict))) return verdict.detail
    }
  }
}

async function fetchContext(
  job: ContextJob,
  { token, repositories }: NonNullable<Assignment['context']>,
): Promise<ContextCheckouts> {
  const { environment, signal } = job
  const read = new Map<string, ReadOnlyCheckout>()
  for (const [index, { owner, name, branch }] of repositories.entries()) {
    const remote = new URL(`/${owner}/${name}.git`, job.controlPlane.assignment.repository.url).href
    const folder = join(job.scratch, 'context', String(index))
    const fetched = await checkOutToRead({ remote, branch, token, folder, environment, signal }).catch(
      (error: unknown) => {
        signal.throwIfAborted()
        return { ok: false, reason: reason('fetch-failed', messageOf(error)) } as const
      },
    )
    if (fetched.ok) read.set(`${owner}/${name}`, fetched)
    else note(job, `${owner}/${name} cannot be read: ${fetched.reason.message}`)
  }
  return read
}

function note({ controlPlane, log, secrets }: ContextJob, text: string): void {
  const clean = secrets.redact(text)
  controlPlane.report({ type: 'note', text: clean })
  log.warning(clean)
}

/** The head of a branch of another repository, in a new folder outside the workspace. */
async function checkOutToRead(given: {
  /** `https://host/owner/name.git` */
  readonly remote: string
  readonly branch: string
  readonly token: string
  readonly folder: string
  readonly environment: Environment
  readonly signal: AbortSignal
}): Promise<({ readonly ok: true } & ReadOnlyCheckout) | { readonly ok: false; readonly reason: Reason }> {
  const { remote, branch, token, folder, environment, signal } = given
  const workTree = join(folder, 'tree')
  await mkdir(workTree, { recursive: true })
  const repository = await openRepository({
    ...{ gitDir: join(folder, 'git'), workTree, remote, environment, signal },
  })
  if (whyNoBranchName(branch) !== null)
    return { ok: false, reason: reason('ref-not-found', showPath(branch)) }
  const failure = await fetchBranches({ repository, token }, [branch])
  if (failure !== null) return { ok: false, reason: failure }
  const sha = await readFetched(repository, branch)
  const measured = await measureFiles(repository, sha)
  if (!measured.ok) return measured
  await writeFiles(repository, sha)
  await markLargeFiles(repository, measured.files)
  return { ok: true, repository, sha }
}
