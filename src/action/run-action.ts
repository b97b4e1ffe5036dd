import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection } from './control-plane/control-plane.ts'
import { connectToServer } from './control-plane/server/connect-to-server.ts'
import { findIdTokenEndpoint } from './control-plane/server/oidc-token.ts'
import type { RememberComment } from './control-plane/standalone/pending-comment.ts'
import { answerNotBegun, runStandalone } from './control-plane/standalone/standalone.ts'
import { openScaler, type ScalerOptions } from './images/scale-image.ts'
import type { RunOutcome } from './outcome/outcome.ts'
import { outcomeOfError, RunFailure } from './outcome/run-failure.ts'
import { Stopped } from './outcome/stop.ts'
import { type JobReport, runJob } from './run-job.ts'
import { describeRun, NO_PROGRESS } from './stages/end-run.ts'
import type { RunEnvironment } from './stages/run-context.ts'
import { chooseMode, type Inputs, type Mode, readInputs } from './start/inputs.ts'

export type ActionReport = JobReport | { readonly kind: 'unclaimed'; readonly end: RunOutcome }

export interface ActionStart extends Pick<RunEnvironment, 'environment' | 'secrets' | 'log'> {
  /** Ends the run: aborted by a signal of the runner, or by the server. */
  readonly stop: AbortController
  readonly scaler: Pick<ScalerOptions, 'program' | 'folder'>
  /** The post step removes it. */
  rememberScratch(path: string): void
  /** The post step writes it. */
  readonly rememberComment: RememberComment
}

/** The main step: runs the job. */
export async function runAction(start: ActionStart): Promise<ActionReport> {
  const { environment, secrets, log, stop } = start
  try {
    requirePosix(environment)
    const temp = requireVariable(environment, 'RUNNER_TEMP')
    const scratch = await mkdtemp(join(temp, 'prentice-'))
    start.rememberScratch(scratch)
    const run: RunEnvironment = {
      environment,
      workspace: requireVariable(environment, 'GITHUB_WORKSPACE'),
      scratch,
      temp,
      apiUrl: requireVariable(environment, 'GITHUB_API_URL'),
      secrets,
      log,
      signal: stop.signal,
      now: monotonicClock,
      scaleImage: openScaler({ ...start.scaler, signal: stop.signal }),
      nonce: randomBytes(4).toString('hex'),
    }
    return await runJob(run, () => connect(run, start))
  } catch (error) {
    const ending = outcomeOfError(error, stop.signal, secrets.redact)
    return { kind: 'unclaimed', end: describeRun(NO_PROGRESS, ending, null) }
  }
}

async function connect(run: RunEnvironment, { stop, rememberComment }: ActionStart): Promise<Connection> {
  const { environment, signal, secrets, log, now, apiUrl } = run
  const { inputs, mode } = await readHow(run)
  if (mode.kind === 'standalone') {
    const repository = requireVariable(environment, 'GITHUB_REPOSITORY')
    const id = randomBytes(5).toString('hex')
    return runStandalone(mode, {
      inputs,
      apiUrl,
      repository,
      environment,
      id,
      signal,
      now,
      log,
      rememberComment,
    })
  }
  // Kept in memory only: anyone who has it can act for this run.
  const runSecret = randomBytes(32).toString('base64url')
  secrets.add(runSecret)
  const onStop = () => stop.abort(new Stopped('the server', false))
  return connectToServer(mode, {
    idTokens: findIdTokenEndpoint(environment),
    ...{ runSecret, secrets, log, signal, now, onStop },
  })
}

/** What the inputs say about how to run. Who asked in a comment or with a label hears of a wrong one there, too. */
async function readHow(run: RunEnvironment): Promise<{ readonly inputs: Inputs; readonly mode: Mode }> {
  const { environment } = run
  try {
    const inputs = readInputs(environment)
    return { inputs, mode: chooseMode(inputs, environment.GITHUB_EVENT_NAME ?? '') }
  } catch (error) {
    if (error instanceof RunFailure) await answerNotBegun(run, error.reason)
    throw error
  }
}

/**
 * Milliseconds since 1970, by a clock that only goes forward. The clock of the machine may be set while a job runs, for
 * example after the machine was paused, and must not shorten or extend the run.
 */
export const monotonicClock = (): number => Math.round(performance.timeOrigin + performance.now())

/** https://docs.github.com/en/actions/reference/workflows-and-actions/variables#default-environment-variables */
function requirePosix({ RUNNER_OS: system }: RunEnvironment['environment']): void {
  if (system === 'Windows')
    throw new Error(
      'the action needs a runner with Linux or macOS: set `runs-on`, for example to ubuntu-latest',
    )
}

function requireVariable(env: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = env[name]
  if (value) return value
  throw new Error(`${name} is not set: this program runs as a step of GitHub Actions`)
}
