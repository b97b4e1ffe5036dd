import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connected } from './control-plane/control-plane.ts'
import { findIdTokenEndpoint } from './control-plane/server/oidc-token.ts'
import { runStandalone } from './control-plane/standalone/standalone.ts'
import { connectToServer } from './control-plane/with-server.ts'
import { monotonicClock } from './monotonic-clock.ts'
import type { RunOutcome } from './outcome/outcome.ts'
import { outcomeOfError } from './outcome/outcome-of-error.ts'
import { Stopped } from './outcome/run-until-aborted.ts'
import { type JobReport, runJob } from './run-job.ts'
import type { RunEnvironment } from './stages/run-context.ts'
import { chooseMode } from './start/choose-mode.ts'
import { readInputs } from './start/inputs.ts'

const NOTHING_KNOWN = {
  ...{ summary: null, usage: null, perStep: [], files: [], notices: [], checks: null },
  ...{ patchPath: null, transcriptPath: null, kept: null },
}

export type ActionReport = JobReport | { readonly kind: 'unclaimed'; readonly end: RunOutcome }

/** What the main step begins with. */
export interface Beginning extends Pick<RunEnvironment, 'environment' | 'secrets' | 'log'> {
  /** The post step removes it. */
  rememberScratch(path: string): void
}

/** The main step: runs the job. */
export async function runAction(beginning: Beginning): Promise<ActionReport> {
  const { environment, secrets, log } = beginning
  const stop = stopOnSignals()
  try {
    const temp = need(environment, 'RUNNER_TEMP')
    const scratch = await mkdtemp(join(temp, 'prentice-'))
    beginning.rememberScratch(scratch)
    const around: RunEnvironment = {
      environment,
      workspace: need(environment, 'GITHUB_WORKSPACE'),
      scratch,
      temp,
      apiUrl: need(environment, 'GITHUB_API_URL'),
      secrets,
      log,
      signal: stop.signal,
      now: monotonicClock,
      mark: randomBytes(4).toString('hex'),
    }
    return await runJob(around, () => engage(around, stop))
  } catch (error) {
    const ending = outcomeOfError(error, stop.signal, secrets.scrub)
    return { kind: 'unclaimed', end: { ...NOTHING_KNOWN, ending } }
  }
}

function engage(around: RunEnvironment, stop: AbortController): Promise<Connected> {
  const { environment, signal, secrets, log, now, apiUrl } = around
  const inputs = readInputs(environment)
  const way = chooseMode(inputs)
  if (way.kind === 'alone') {
    const repository = need(environment, 'GITHUB_REPOSITORY')
    return runStandalone(way, { inputs, apiUrl, repository, id: randomBytes(5).toString('hex'), signal })
  }
  // In memory only: whoever has it speaks for this run.
  const runSecret = randomBytes(32).toString('base64url')
  secrets.add(runSecret)
  const onStop = () => stop.abort(new Stopped('the server', false))
  return connectToServer(way, {
    idTokens: findIdTokenEndpoint(environment),
    runSecret,
    secrets,
    log,
    signal,
    now,
    onStop,
  })
}

/** A cancelled job gets SIGINT, SIGTERM 7.5 s later, and is killed 2.5 s after that. */
function stopOnSignals(): AbortController {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => stop.abort(new Stopped(`the runner (${signal})`, true)))
  }
  return stop
}

function need(env: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = env[name]
  if (value) return value
  throw new Error(`${name} is not set: this program runs as a step of GitHub Actions`)
}
