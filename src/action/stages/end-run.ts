import type { Reason } from '../../contract/reasons.ts'
import type { Parking } from '../../contract/runner-protocol/result.ts'
import type { AgentOutcome } from '../agent/agent-host.ts'
import type { ChecksReport } from '../checks/checks-report.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { UnfitRunner } from '../git/process/unfit-runner.ts'
import { describePatch, type Outcome, type PushedBranch, type RunOutcome } from '../outcome/outcome.ts'
import { nameBothReasons, outcomeOfError, RunFailure } from '../outcome/run-failure.ts'
import { runUntilAborted, Stopped } from '../outcome/stop.ts'
import { messageOf, stackOf } from '../text/format.ts'
import type { RunContext } from './run-context.ts'
import { type SavedPatch, savePatch } from './save-patch.ts'

/** After a stop, the stages have this long to end. The rest of seven seconds is for the report. */
export const GRACE_MS = 2500

/** Runs the stages to their end, and saves the work if it could not be published. */
export async function endRun(
  job: RunContext,
  runStages: (note: NoteProgress) => Promise<Outcome>,
): Promise<RunOutcome> {
  let progress: Progress = NO_PROGRESS
  const note: NoteProgress = (part) => {
    progress = { ...progress, ...part }
  }
  try {
    const ending = await runUntilAborted(runStages(note), job.signal, GRACE_MS)
    return describeRun(progress, ending, null)
  } catch (error) {
    const ending = endingOf(job, error, progress)
    return describeRun(progress, ending, await saveWork(job, ending, progress))
  }
}

function endingOf(
  { secrets, signal, log, confidentiality }: RunContext,
  error: unknown,
  { outcome }: Progress,
) {
  const { redact } = secrets
  const isExpected =
    error instanceof RunFailure || error instanceof UnfitRunner || signal.reason instanceof Stopped
  if (!isExpected) log.info(confidentiality.redactQuotes(redact(stackOf(error))))
  const early = outcome?.reason ?? null
  return nameBothReasons(outcomeOfError(error, signal, redact), early && redactReason(early, redact))
}

async function saveWork(
  job: RunContext,
  ending: Outcome,
  { checkout, outcome }: Progress,
): Promise<SavedPatch | null> {
  if (ending.outcome === 'cancelled' || outcome === null || checkout === null) return null
  return savePatch(job, checkout)
}

/** Whether the server could be told. */
export async function reportEnd(job: RunContext, end: RunOutcome): Promise<boolean> {
  const { controlPlane, signal, log, secrets } = job
  try {
    if (!signal.aborted) controlPlane.report({ type: 'stage', stage: 'result' })
    const isHurried = signal.reason instanceof Stopped && signal.reason.isHurried
    await controlPlane.finish(end, isHurried)
    return true
  } catch (error) {
    log.warning(`The end of the run could not be reported: ${secrets.redact(messageOf(error))}`)
    return false
  }
}

const redactReason = ({ code, message }: Reason, redact: (text: string) => string): Reason => ({
  code,
  message: redact(message),
})

/** How far a run has come: what its report needs, and what is saved if it fails. */
interface Progress {
  readonly checkout: Checkout | null
  readonly outcome: AgentOutcome | null
  /** File with the conversation between agent and model. */
  readonly transcriptPath: string | null
  readonly files: readonly string[]
  /** Results of the project's checks, without secrets; `null`: none ran or was to run. */
  readonly checks: ChecksReport | null
  /** What a person should know about the run besides how it ended. */
  readonly notices: readonly string[]
  /** How a later run continues the work; `null`: none does by itself. */
  readonly parking: Parking | null
  /** `null`: the branch was not pushed. */
  readonly pushed: PushedBranch | null
}

export type NoteProgress = (part: Partial<Progress>) => void

export const NO_PROGRESS: Progress = {
  checkout: null,
  outcome: null,
  transcriptPath: null,
  files: [],
  checks: null,
  notices: [],
  parking: null,
  pushed: null,
}

/** The ending with everything that is known about the run. Pure. */
export function describeRun(progress: Progress, ending: Outcome, saved: SavedPatch | null): RunOutcome {
  const { outcome, transcriptPath, files, checks, notices, parking, pushed } = progress
  const isWhole = saved?.isWhole ?? false
  return {
    ...{ ending, transcriptPath, checks, notices },
    files: saved?.files ?? files,
    summary: outcome?.summary ?? null,
    ...(outcome?.output !== undefined && { output: outcome.output }),
    usage: outcome?.usage ?? null,
    perStep: outcome?.perStep ?? [],
    patchPath: saved?.path ?? null,
    patchDescription: isWhole && outcome !== null && parking === null ? describePatch(ending, outcome) : null,
    // Without its patch, the next run would do the work, and pay for it, again.
    ...(parking !== null && (saved === null || isWhole) && { parking }),
    ...(pushed !== null && { pushed }),
  }
}
