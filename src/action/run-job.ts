import type { Assignment } from '../contract/runner-protocol/assignment.ts'
import { type Confidentiality, openConfidentiality } from './confidential/confidentiality.ts'
import { type ReadContext, withContextToken } from './context/read-context.ts'
import type { ControlPlane } from './control-plane/control-plane.ts'
import type { Outcome, RunOutcome } from './outcome/outcome.ts'
import type { NoteProgress } from './outcome/progress.ts'
import { RunFailure } from './outcome/run-failure.ts'
import { failUnlessPublishable, runAgentStage } from './stages/agent.ts'
import { openRunner, runChecks, setUpCommands } from './stages/checks.ts'
import { applySavedPatch, failIfParked } from './stages/earlier-work.ts'
import { endRun, reportEnd } from './stages/end-run.ts'
import { endWithQuestion } from './stages/end-with-question.ts'
import { failUnlessResolved, mergeWithoutAgent } from './stages/merge-base.ts'
import { answerOutcome, noChangeOutcome, plan } from './stages/plan.ts'
import { prepare } from './stages/prepare.ts'
import { publishPullRequest } from './stages/pull-request.ts'
import { push, resumePushed } from './stages/push.ts'
import { readSettings } from './stages/read-settings.ts'
import { type RunContext, type RunEnvironment, runStage } from './stages/run-context.ts'
import { startFetchingImages } from './stages/show-images.ts'

export interface JobReport {
  readonly end: RunOutcome
  readonly assignment: Assignment
  readonly confidentiality: Confidentiality
  /** False: the server could not be told how the run ended. */
  readonly isReported: boolean
}

/** A claimed run, from its first stage to the report of its end. */
export async function runJob(environment: RunEnvironment, controlPlane: ControlPlane): Promise<JobReport> {
  const { assignment } = controlPlane
  const confidentiality = openConfidentiality(assignment)
  const claimedAt = environment.now()
  const job: RunContext = { ...environment, controlPlane, confidentiality, claimedAt }
  const end = await endRun(job, (note) => runStages(job, note))
  const isReported = await job.log.group('Report the result', () => reportEnd(job, end))
  return { end, assignment, confidentiality, isReported }
}

async function runStages(job: RunContext, note: NoteProgress): Promise<Outcome> {
  const { checkout, settings, checks, work } = await withContextToken(job, (readContext) =>
    doWork(job, readContext, note),
  )
  const { rules } = settings
  const { outcome, isSaved } = work
  failIfParked(job, outcome, note)
  if (outcome.asked !== undefined) return endWithQuestion(job, checkout, outcome.asked, note)
  failUnlessPublishable(outcome)
  const { mode } = job.controlPlane.assignment
  if (mode !== undefined) return answerOutcome(mode, outcome, checkout.branchHead)
  failUnlessResolved(checkout, outcome)

  const { plan: planned, files } = await runStage(job, 'plan', () => plan(job, checkout, { rules, outcome }))
  note({ files })
  if (planned.kind === 'refused') throw new RunFailure(planned.reason)

  // An earlier run has pushed a saved patch that leaves nothing to publish: only its pull request is missing.
  const tree = planned.kind === 'publish' ? planned.tree : isSaved ? checkout.branchHead : null
  const checked = checks === null || tree === null ? null : await runChecks(job, checks, { tree, outcome })
  note({ checks: checked?.report ?? null })

  const { branchHead } = checkout
  if (planned.kind === 'nothing' && !isSaved) return noChangeOutcome(job, work, branchHead)
  const pushed = await runStage(job, 'push', () =>
    planned.kind === 'publish' ? push(job, checkout, { planned, rules }) : resumePushed(job, checkout, work),
  )
  if (pushed === null) return noChangeOutcome(job, work, branchHead)
  note({ pushed: { branch: job.controlPlane.assignment.branch, headSha: pushed.headSha } })

  const draftOnFailure = settings.checks?.draftOnFailure ?? true
  const published = await runStage(job, 'pull-request', () =>
    publishPullRequest(job, { checkout, work, checked, pushed, draftOnFailure }),
  )
  const { reason } = outcome
  return reason === null ? { outcome: 'published', published } : { outcome: 'failed', reason, published }
}

/** All that comes before the change is judged: a merge, a saved patch or the agent makes it. */
async function doWork(job: RunContext, readContext: ReadContext, note: NoteProgress) {
  const images = startFetchingImages(job)
  const preparing = runStage(job, 'prepare', () => prepare(job))
  const fetched = preparing.then(({ checkout }) => {
    note({ checkout })
    return checkout
  })
  const reading = readSettings(job, fetched)
  const opening = openRunner(job, fetched, reading)
  // All end before the folders of the run are removed.
  await Promise.allSettled([fetched, reading, opening])
  const prepared = await preparing
  const { checkout } = prepared
  const settings = await reading
  for (const warning of settings.warnings) job.log.warning(warning)
  const commands = await setUpCommands(job, checkout, settings, await opening)
  const work =
    mergeWithoutAgent(job, checkout) ??
    (await applySavedPatch(job, checkout)) ??
    (await runStage(job, 'agent', () =>
      runAgentStage(job, { ...prepared, settings, commands, readContext, images }, note),
    ))
  note({ outcome: work.outcome })
  return { checkout, settings, checks: commands.checks, work }
}
