import type { Stage } from '../../contract/events.ts'
import type { Reason } from '../../contract/reasons.ts'
import type { Confidentiality } from '../confidential/confidentiality.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import type { Log } from '../log/log.ts'
import { RunFailure } from '../outcome/run-failure.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { ScaleImage } from '../workspace/files/read-image.ts'

/** Where the run takes place. */
export interface RunEnvironment {
  /** Environment of the step, secrets included: it has the model's key and what git needs. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly workspace: string
  /** A folder of this run alone, outside the workspace. The post step removes it. */
  readonly scratch: string
  /** A folder that later steps of the workflow can read. */
  readonly temp: string
  readonly apiUrl: string
  /** Folders that commands of the project must not see, besides those of the run; absent: none. */
  readonly hidden?: readonly string[]
  readonly secrets: Secrets
  readonly log: Log
  readonly signal: AbortSignal
  readonly now: () => number
  readonly scaleImage: ScaleImage
  /** A few random letters and digits, used in the delimiters around everything that the model reads. */
  readonly nonce: string
}

/** A claimed run. Stages read it; what they find out, they return. */
export interface RunContext extends RunEnvironment {
  readonly controlPlane: ControlPlane
  readonly confidentiality: Confidentiality
  /** When the run was claimed, by `now`. */
  readonly claimedAt: number
}

const TITLES: Readonly<Record<Stage, string>> = {
  claim: 'Claim the run',
  prepare: 'Prepare the work tree',
  agent: 'Let the agent work',
  plan: 'Plan what to publish',
  push: 'Push the branch',
  'pull-request': 'Open the pull request',
  result: 'Report the result',
}

/** One stage: a group of the log and an event for the server. Does nothing if the run was stopped. */
export async function runStage<T>(job: RunContext, stage: Stage, work: () => Promise<T>): Promise<T> {
  job.signal.throwIfAborted()
  job.controlPlane.report({ type: 'stage', stage })
  return job.log.group(TITLES[stage], work)
}

/** Ends the run if a module returned a refusal. */
export function orFail<T extends { readonly ok: true }>(
  result: T | { readonly ok: false; readonly reason: Reason },
): T {
  if (result.ok) return result
  throw new RunFailure(result.reason)
}

/** Tells people something about the run: as an event of the job, and in the log, where no prompt is quoted. */
export function reportNote(
  {
    controlPlane,
    log,
    secrets,
    confidentiality,
  }: Pick<RunContext, 'controlPlane' | 'log' | 'secrets' | 'confidentiality'>,
  text: string,
  level: 'info' | 'warning' = 'info',
): void {
  const clean = secrets.redact(text)
  controlPlane.report({ type: 'note', text: clean.slice(0, NOTE_LENGTH) })
  log[level](confidentiality.redactQuotes(clean))
}

/** The contract's limit for the text of an event. */
const NOTE_LENGTH = 1000
