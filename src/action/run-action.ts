import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reason } from '../contract/reasons.ts'
import type { Connection } from './control-plane/control-plane.ts'
import { findIdTokenEndpoint } from './control-plane/server/oidc-token.ts'
import type { RememberComment } from './control-plane/standalone/pending-comment.ts'
import { rewordEnd } from './control-plane/standalone/reword-reason.ts'
import { openScaler, type ScalerOptions } from './images/scale-image.ts'
import { type Log, openLog, type WorkflowCommands } from './log/log.ts'
import { type RunOutcome, reasonOf, statusOf } from './outcome/outcome.ts'
import { describeRun, NO_PROGRESS } from './outcome/progress.ts'
import { fail, outcomeOfError, type RunFailure } from './outcome/run-failure.ts'
import { Stopped } from './outcome/stop.ts'
import { outputsOf, publicOutcome, redactOutcome, redactPrompts } from './output/outputs.ts'
import { renderStepSummary } from './output/step-summary.ts'
import type { JobReport } from './run-job.ts'
import { openSecrets } from './secrets/secrets.ts'
import type { RunEnvironment } from './stages/run-context.ts'
import { ASKING_EVENTS, chooseMode, readInputs } from './start/inputs.ts'
import { monotonicClock } from './start/monotonic-clock.ts'
import { readEnvironment } from './start/read-environment.ts'
import { useProxy } from './start/use-proxy.ts'
import { messageOf } from './text/format.ts'

// Egress: redacts each output and the step summary.

export interface ActionStart {
  /** The environment of the step. Its secrets are removed from it, so that no child process inherits them. */
  readonly env: NodeJS.ProcessEnv
  readonly commands: WorkflowCommands
  /** Ends the run: aborted by a signal of the runner, or by the server. */
  readonly stop: AbortController
  readonly scaler: Pick<ScalerOptions, 'program' | 'folder'>
  /** Why the files of the runner cannot be written; `null`: they can. */
  readonly obstacle: unknown
  /** The post step removes it. */
  rememberScratch(path: string): void
  /** The post step writes it. */
  readonly rememberComment: RememberComment
}

/** The main step, from its environment to its outputs. */
export async function runAction({ env, commands, ...start }: ActionStart): Promise<void> {
  const { all: environment, secrets: found } = readEnvironment(env)
  const secrets = openSecrets(found, commands.setSecret)
  const log = openLog(secrets.redact, commands)
  try {
    const report = await attemptJob({ environment, secrets, log, ...start })
    const isClaimed = report.kind === 'ended'
    const explain = (end: RunOutcome) => rewordEnd({ environment, isClaimed }, end)
    await writeOutputs(report, { commands, log, explain, redact: secrets.redact })
  } catch (error) {
    log.failure(`The action could not write its report: ${messageOf(error)}`)
  }
}

type ActionReport =
  | Exclude<Connection, { kind: 'claimed' }>
  | ({ readonly kind: 'ended' } & JobReport)
  | { readonly kind: 'unclaimed'; readonly end: RunOutcome }

type JobStart = Omit<ActionStart, 'env' | 'commands'> &
  Pick<RunEnvironment, 'environment' | 'secrets' | 'log'>

/** Runs the job. Whatever fails before the claim is reported, too, also to a person who asked with a comment or a label. */
async function attemptJob(start: JobStart): Promise<ActionReport> {
  const { secrets, log, stop } = start
  try {
    const run = await openEnvironment(start)
    const connect = await prepareConnection(run, start)
    const claiming = log.group('Claim the run', connect)
    // The stages are loaded while the server answers.
    const loading = import('./run-job.ts')
    loading.catch(() => undefined)
    const connection = await claiming
    if (connection.kind === 'taken') return connection
    const { runJob } = await loading
    return { kind: 'ended', ...(await runJob(run, connection.controlPlane)) }
  } catch (error) {
    const ending = outcomeOfError(error, stop.signal, secrets.redact)
    if (ending.outcome === 'failed') await answerNotBegun(start, ending.reason)
    return { kind: 'unclaimed', end: describeRun(NO_PROGRESS, ending, null) }
  }
}

/** Says where somebody asked why no run can begin. */
async function answerNotBegun({ environment, log, stop }: JobStart, why: Reason): Promise<void> {
  if (!ASKING_EVENTS.has(environment.GITHUB_EVENT_NAME ?? '')) return
  const standalone = await import('./control-plane/standalone/standalone.ts')
  const run = { environment, log, signal: stop.signal, now: monotonicClock }
  await standalone.answerNotBegun({ ...run, apiUrl: environment.GITHUB_API_URL ?? '' }, why)
}

async function openEnvironment(start: JobStart): Promise<RunEnvironment> {
  const { environment, secrets, log, stop, obstacle } = start
  requirePosix(environment)
  if (obstacle !== null) throw nameUnwritable('the files of the runner', obstacle)
  useProxy(environment)
  const temp = requireVariable(environment, 'RUNNER_TEMP')
  const scratch = await mkdtemp(join(temp, 'prentice-')).catch((error: unknown) => {
    throw nameUnwritable(`RUNNER_TEMP, ${temp}`, error)
  })
  start.rememberScratch(scratch)
  return {
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
}

/** Returns what claims the run. */
async function prepareConnection(
  run: RunEnvironment,
  { stop, rememberComment }: JobStart,
): Promise<() => Promise<Connection>> {
  const { environment, signal, secrets, log, now, apiUrl } = run
  const inputs = readInputs(environment)
  const mode = chooseMode(inputs, environment.GITHUB_EVENT_NAME ?? '')
  if (mode.kind === 'standalone') {
    const repository = requireVariable(environment, 'GITHUB_REPOSITORY')
    const id = randomBytes(5).toString('hex')
    const { connectStandalone } = await import('./control-plane/standalone/standalone.ts')
    const place = { inputs, apiUrl, repository, environment, id }
    return () => connectStandalone(mode, { ...place, ...{ signal, now, log, rememberComment } })
  }
  // Kept in memory only: anyone who has it can act for this run.
  const runSecret = randomBytes(32).toString('base64url')
  secrets.add(runSecret)
  const onStop = () => stop.abort(new Stopped('the server', false))
  const { connectToServer } = await import('./control-plane/server/connect-to-server.ts')
  const idTokens = findIdTokenEndpoint(environment)
  return () => connectToServer(mode, { idTokens, runSecret, secrets, log, signal, now, onStop })
}

/** https://docs.github.com/en/actions/reference/workflows-and-actions/variables#default-environment-variables */
function requirePosix({ RUNNER_OS: system }: RunEnvironment['environment']): void {
  if (system === 'Windows')
    throw fail(
      'input-invalid',
      '`runs-on` names a runner with Windows, and the action needs one with Linux or macOS, for example ubuntu-latest',
    )
}

/** A job in a container has the runner's folders, but the user of the image. */
const nameUnwritable = (what: string, cause: unknown): RunFailure =>
  fail(
    'input-invalid',
    `the user of this job, with the id ${process.getuid?.()}, may not write ${what} (${messageOf(cause)}); in a container, set \`options: --user root\``,
    cause,
  )

function requireVariable(env: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = env[name]
  if (value) return value
  throw new Error(`${name} is not set: this program runs as a step of GitHub Actions`)
}

interface OutputTarget {
  readonly commands: WorkflowCommands
  readonly log: Log
  /** Puts the reason of an end into terms of what its reader can do. */
  readonly explain: (end: RunOutcome) => RunOutcome
  /** Takes the secrets out of a text. */
  readonly redact: (text: string) => string
}

/** Sets the outputs, writes the step summary, and decides whether the step succeeds. */
export async function writeOutputs(report: ActionReport, target: OutputTarget): Promise<void> {
  switch (report.kind) {
    case 'taken':
      target.log.notice(report.note)
      return
    case 'unclaimed':
      return write(report.end, { job: null, prompts: [] }, target)
    case 'ended': {
      const { job, showPrompt, prompts } = report.assignment
      const about = { job, prompts: showPrompt ? prompts : [] }
      await write(publicOutcome(report.end, report.confidentiality), about, target)
      if (!report.isReported) target.log.failure('The server could not be told how the run ended.')
    }
  }
}

async function write(
  ended: RunOutcome,
  about: { job: string | null; prompts: Parameters<typeof renderStepSummary>[0]['prompts'] },
  { commands, log, explain, redact }: OutputTarget,
): Promise<void> {
  const end = explain(ended)
  const reason = reasonOf(end.ending)
  // First, since the files of the runner may be what is wrong.
  if (statusOf(end.ending) !== 'completed' && reason !== null) log.failure(reason.message)
  else if (reason !== null) log.notice(reason.message)
  for (const [name, value] of Object.entries(outputsOf(end, about.job)))
    commands.setOutput(name, redact(value))
  // Redacted before the summary truncates and escapes its texts, and then once more as a whole.
  const shown = { end: redactOutcome(end, redact), prompts: redactPrompts(about.prompts, redact) }
  await commands
    .writeSummary(redact(renderStepSummary(shown)))
    // A summary that cannot be written does not change how the run ended.
    .catch((error: unknown) => log.warning(`The step summary could not be written: ${String(error)}`))
}
