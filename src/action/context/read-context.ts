import { join } from 'node:path'
import { reason } from '../../contract/reasons.ts'
import type { Assignment } from '../../contract/runner-protocol/assignment.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import type { Environment } from '../git/process/git-environment.ts'
import { revokeToken } from '../github/revoke-token.ts'
import type { Log } from '../log/log.ts'
import { RunFailure } from '../outcome/run-failure.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { checkOutToRead, type ReadOnlyCheckout } from './check-out-to-read.ts'

export interface ReadContextDeps {
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
  job: ReadContextDeps,
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

async function fetchContext(
  job: ReadContextDeps,
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

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const NOT_REVOKED = 'the token of the context repositories could not be revoked'
/** How long a rate limit is waited for. */
const PATIENCE_MS = 60_000

const revocation = ({ apiUrl, now, log }: ReadContextDeps, token: string) => ({
  ...{ apiUrl, token, now, onWait: log.info, deadline: now() + PATIENCE_MS },
})

function note({ controlPlane, log, secrets }: ReadContextDeps, text: string): void {
  const clean = secrets.redact(text)
  controlPlane.report({ type: 'note', text: clean })
  log.warning(clean)
}
