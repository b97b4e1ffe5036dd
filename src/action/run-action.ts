import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { engageAlone } from './alone/engage-alone.ts'
import { chooseWay } from './choose-way.ts'
import { endingOfError } from './ending-of-error.ts'
import { engageByApp } from './engage-by-app.ts'
import type { Engaged } from './engagement.ts'
import { readInputs } from './inputs.ts'
import type { Surroundings } from './job.ts'
import type { JobEnd } from './job-end.ts'
import { findIdTokenEndpoint } from './reporting/mint-id-token.ts'
import { type JobReport, runJob } from './run-job.ts'
import { steadyClock } from './steady-clock.ts'
import { Stopped } from './until-stopped.ts'

const NOTHING_KNOWN = {
  ...{ summary: null, usage: null, perStep: [], files: [], notices: [], checks: null },
  ...{ patchPath: null, transcriptPath: null, kept: null },
}

export type ActionReport = JobReport | { readonly kind: 'unclaimed'; readonly end: JobEnd }

/** What the main step begins with. */
export interface Beginning extends Pick<Surroundings, 'environment' | 'secrets' | 'log'> {
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
    const around: Surroundings = {
      environment,
      workspace: need(environment, 'GITHUB_WORKSPACE'),
      scratch,
      temp,
      apiUrl: need(environment, 'GITHUB_API_URL'),
      secrets,
      log,
      signal: stop.signal,
      now: steadyClock,
      mark: randomBytes(4).toString('hex'),
    }
    return await runJob(around, () => engage(around, stop))
  } catch (error) {
    const ending = endingOfError(error, stop.signal, secrets.scrub)
    return { kind: 'unclaimed', end: { ...NOTHING_KNOWN, ending } }
  }
}

function engage(around: Surroundings, stop: AbortController): Promise<Engaged> {
  const { environment, signal, secrets, log, now, apiUrl } = around
  const inputs = readInputs(environment)
  const way = chooseWay(inputs)
  if (way.kind === 'alone') {
    const repository = need(environment, 'GITHUB_REPOSITORY')
    return engageAlone(way, { inputs, apiUrl, repository, id: randomBytes(5).toString('hex'), signal })
  }
  // In memory only: whoever has it speaks for this run.
  const runSecret = randomBytes(32).toString('base64url')
  secrets.add(runSecret)
  const onStop = () => stop.abort(new Stopped('the server', false))
  return engageByApp(way, {
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
