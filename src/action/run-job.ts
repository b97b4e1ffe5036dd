import type { Reason } from '../contract/reasons.ts'
import type { Assignment } from '../contract/runner-protocol.ts'
import type { AgentOutcome } from './agent/agent-host.ts'
import type { Checks } from './checks/open-checks.ts'
import type { Words } from './confidential/confidential-words.ts'
import { type Confidentiality, openConfidentiality } from './confidential/confidentiality.ts'
import type { Connected } from './control-plane/control-plane.ts'
import type { Checkout } from './git/checkout/checkout.ts'
import { type Outcome, type RunOutcome, wordsToKeep } from './outcome/outcome.ts'
import { nameBothReasons, outcomeOfError } from './outcome/outcome-of-error.ts'
import { RunFailure } from './outcome/run-failure.ts'
import { runUntilAborted, Stopped } from './outcome/run-until-aborted.ts'
import { applySavedPatch } from './stages/apply-saved-patch.ts'
import { noChangeOutcome } from './stages/no-change-outcome.ts'
import { openPullRequestStage } from './stages/open-pull-request.ts'
import { plan } from './stages/plan.ts'
import { prepare } from './stages/prepare.ts'
import { type Pushed, push } from './stages/push.ts'
import { readSettings } from './stages/read-settings.ts'
import { resumePushed } from './stages/resume-pushed.ts'
import { runAgentStage } from './stages/run-agent-stage.ts'
import { runChecksStage } from './stages/run-checks.ts'
import type { RunContext, RunEnvironment } from './stages/run-context.ts'
import { runStage } from './stages/run-stage.ts'
import { type SavedPatch, savePatch } from './stages/save-patch.ts'
import { setUpChecks } from './stages/set-up-checks.ts'

export type JobReport =
  | { readonly kind: 'taken'; readonly note: string }
  | {
      readonly kind: 'ended'
      readonly end: RunOutcome
      readonly assignment: Assignment
      readonly discretion: Confidentiality
      /** False: whoever asked for the run could not be told how it ended. */
      readonly isReported: boolean
    }

/** Once told to stop, the stages have this long; what is left of seven seconds is for the report. */
const GRACE_MS = 2500

/** A run from its claim to the report of its end. Throws only where there was no claim. */
export async function runJob(around: RunEnvironment, engage: () => Promise<Connected>): Promise<JobReport> {
  const engaged = await around.log.group('Claim the run', engage)
  if (engaged.kind === 'taken') return engaged
  const { engagement } = engaged
  const discretion = openConfidentiality(engagement.assignment)
  const job: RunContext = {
    ...around,
    engagement,
    discretion,
    known: {
      rules: engagement.assignment.rules,
      tree: null,
      outcome: null,
      transcript: null,
      checks: null,
      files: [],
      hosts: new Set(),
      notices: [],
      refused: [],
    },
  }
  const end = await workToItsEnd(job)
  const isReported = await around.log.group('Report the result', () => reportEnd(job, end))
  return { kind: 'ended', end, assignment: engagement.assignment, discretion, isReported }
}

async function work(job: RunContext): Promise<Outcome> {
  const prepared = await runStage(job, 'prepare', () => prepare(job))
  const settings = await readSettings(job, prepared.tree)
  const checks = await setUpChecks(job, prepared.tree, settings.checks)
  const kept = await applySavedPatch(job, prepared.tree)
  const outcome = kept ?? (await runStage(job, 'agent', () => runAgentStage(job, prepared, checks)))
  const work = await pushWork(job, prepared.tree, { outcome, isKept: kept !== null, checks })
  if (work === null) {
    return noChangeOutcome(job, outcome, { headSha: prepared.tree.branchHead, isKept: kept !== null })
  }
  // What a limit ended is not done.
  const proposal = { words: work.words, draft: outcome.reason !== null }
  const published = await runStage(job, 'pull-request', () =>
    openPullRequestStage(job, work.pushed, proposal),
  )
  if (outcome.reason !== null) return { outcome: 'failed', reason: outcome.reason, published }
  return { outcome: 'published', published }
}

/** `null`: there is nothing to push. */
async function pushWork(
  job: RunContext,
  tree: Checkout,
  { outcome, isKept, checks }: { outcome: AgentOutcome; isKept: boolean; checks: Checks | null },
): Promise<{ readonly pushed: Pushed; readonly words: Words } | null> {
  const planned = await runStage(job, 'plan', () => plan(job, tree, outcome))
  const changed = planned?.tree ?? (isKept ? tree.branchHead : null)
  if (changed !== null) await runChecksStage(job, checks, { tree: changed, outcome })
  if (planned === null) {
    return isKept ? runStage(job, 'push', () => resumePushed(job, tree, outcome)) : null
  }
  const pushed = await runStage(job, 'push', () => push(job, tree, planned))
  return { pushed, words: planned.words }
}

async function workToItsEnd(job: RunContext): Promise<RunOutcome> {
  let ending: Outcome
  let patch: SavedPatch | null = null
  try {
    ending = await runUntilAborted(work(job), job.signal, GRACE_MS)
  } catch (error) {
    const { scrub } = job.secrets
    const first = job.known.outcome?.reason ?? null
    ending = nameBothReasons(outcomeOfError(error, job.signal, scrub), first && scrubReason(first, scrub))
    if (!(error instanceof RunFailure))
      job.log.info(job.discretion.withhold(job.secrets.scrub(stackOf(error))))
    if (ending.outcome !== 'cancelled' && job.known.outcome !== null) patch = await savePatch(job)
  }
  const { outcome, files, notices } = job.known
  return {
    ending,
    summary: outcome?.summary ?? null,
    usage: outcome?.usage ?? null,
    perStep: outcome?.perStep ?? [],
    transcriptPath: job.known.transcript,
    checks: job.known.checks?.report ?? null,
    files,
    notices,
    patchPath: patch?.path ?? null,
    kept: patch?.isWhole && outcome !== null ? wordsToKeep(ending, outcome) : null,
  }
}

async function reportEnd(job: RunContext, end: RunOutcome): Promise<boolean> {
  try {
    if (!job.signal.aborted) job.engagement.report({ type: 'stage', stage: 'result' })
    const isHurried = job.signal.reason instanceof Stopped && job.signal.reason.isHurried
    await job.engagement.finish(end, isHurried)
    return true
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    job.log.warning(`The end of the run could not be reported: ${job.secrets.scrub(text)}`)
    return false
  }
}

const scrubReason = ({ code, message }: Reason, scrub: (text: string) => string): Reason => ({
  code,
  message: scrub(message),
})

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
