import type { Reason } from '../../contract/reasons.ts'
import { UnfitRunner } from '../git/process/unfit-runner.ts'
import type { Outcome, RunOutcome } from '../outcome/outcome.ts'
import {
  describeRun,
  NO_PROGRESS,
  type NoteProgress,
  type Progress,
  type SavedPatch,
} from '../outcome/progress.ts'
import { nameBothReasons, outcomeOfError, RunFailure } from '../outcome/run-failure.ts'
import { runUntilAborted, Stopped } from '../outcome/stop.ts'
import { messageOf, stackOf } from '../text/format.ts'
import type { RunContext } from './run-context.ts'
import { savePatch } from './save-patch.ts'

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
