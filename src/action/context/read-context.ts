import { join } from 'node:path'
import { reason } from '../../contract/reasons.ts'
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
export async function readContext(job: ReadContextDeps): Promise<ContextCheckouts> {
  const { context, repository } = job.controlPlane.assignment
  const read = new Map<string, ReadOnlyCheckout>()
  if (context === undefined) return read
  const { token, repositories } = context
  return job.log.group('Fetch the context repositories', async () => {
    try {
      for (const [index, { owner, name, branch }] of repositories.entries()) {
        const remote = new URL(`/${owner}/${name}.git`, repository.url).href
        const folder = join(job.scratch, 'context', String(index))
        const { environment, signal } = job
        const fetched = await checkOutToRead({ remote, branch, token, folder, environment, signal })
        if (fetched.ok) read.set(`${owner}/${name}`, fetched)
        else note(job, `${owner}/${name} cannot be read: ${fetched.reason.message}`)
      }
    } catch (error) {
      // The run ends. A runner that is cancelled has a few seconds for this.
      await revokeToken({ ...revocation(job, token), deadline: job.now() })
      throw error
    }
    const failure = await revokeToken({ ...revocation(job, token), signal: job.signal })
    if (failure !== null)
      throw new RunFailure(reason('fetch-failed', `${NOT_REVOKED}: ${job.secrets.redact(failure)}`))
    return read
  })
}

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
