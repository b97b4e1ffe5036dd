import type { Assignment } from '../contract/runner-protocol/assignment.ts'
import type { PublishRules } from '../contract/runner-protocol/publish.ts'
import type { Checks } from './checks/open-checks.ts'
import { type Confidentiality, openConfidentiality } from './confidential/confidentiality.ts'
import { type ReadContext, withContextToken } from './context/read-context.ts'
import type { Connection, ProjectSettings } from './control-plane/control-plane.ts'
import type { Checkout } from './git/checkout/checkout.ts'
import type { Outcome, RunOutcome } from './outcome/outcome.ts'
import { RunFailure } from './outcome/run-failure.ts'
import { withMcp } from './stages/agent/open-mcp.ts'
import { failUnlessPublishable, runAgentStage, warnAboutModel } from './stages/agent.ts'
import { openRunTranscript } from './stages/agent-host.ts'
import type { AgentWork } from './stages/agent-work.ts'
import { applySavedPatch } from './stages/apply-saved-patch.ts'
import { type CheckedTree, type ProjectCommands, runChecksStage, setUpCommands } from './stages/checks.ts'
import type { AgentParts } from './stages/compose-agent.ts'
import { endRun, type NoteProgress, reportEnd } from './stages/end-run.ts'
import { failUnlessResolved, mergeWithoutAgent } from './stages/merge-base.ts'
import { failIfParked, resumeParked } from './stages/park.ts'
import { noChangeOutcome, plan } from './stages/plan.ts'
import { type Prepared, prepare } from './stages/prepare.ts'
import { openPullRequestStage } from './stages/pull-request.ts'
import { type Pushed, push, resumePushed } from './stages/push.ts'
import { readSettings } from './stages/read-settings.ts'
import { orFail, type RunContext, type RunEnvironment, runStage } from './stages/run-context.ts'
import { showImages, startFetchingImages } from './stages/show-images.ts'

export type JobReport =
  | { readonly kind: 'taken'; readonly note: string }
  | {
      readonly kind: 'ended'
      readonly end: RunOutcome
      readonly assignment: Assignment
      readonly confidentiality: Confidentiality
      /** False: the server could not be told how the run ended. */
      readonly isReported: boolean
    }

/** A run from its claim to the report of its end. Throws only if the run was not claimed. */
export async function runJob(
  environment: RunEnvironment,
  connect: () => Promise<Connection>,
): Promise<JobReport> {
  const connection = await environment.log.group('Claim the run', connect)
  if (connection.kind === 'taken') return connection
  const { controlPlane } = connection
  const { assignment } = controlPlane
  const confidentiality = openConfidentiality(assignment)
  const claimedAt = environment.now()
  const job: RunContext = { ...environment, controlPlane, confidentiality, claimedAt }
  const end = await endRun(job, (note) => runStages(job, note))
  const isReported = await job.log.group('Report the result', () => reportEnd(job, end))
  return { kind: 'ended', end, assignment, confidentiality, isReported }
}

async function runStages(job: RunContext, note: NoteProgress): Promise<Outcome> {
  const { checkout, settings, checks, work } = await withContextToken(job, (readContext) =>
    doWork(job, readContext, note),
  )
  const { rules } = settings
  failIfParked(job, work.outcome, note)
  failUnlessPublishable(work.outcome)
  failUnlessResolved(checkout, work.outcome)
  const { pushed, checked } = await checkAndPush(job, { checkout, work, rules, checks }, note)
  if (pushed === null) return noChangeOutcome(job, work, checkout.branchHead)
  const published = await runStage(job, 'pull-request', () =>
    openPullRequestStage(job, {
      ...{ checkout, work, checked, pushed },
      draftOnFailure: settings.checks?.draftOnFailure ?? true,
    }),
  )
  const { reason } = work.outcome
  return reason === null ? { outcome: 'published', published } : { outcome: 'failed', reason, published }
}

/** All that comes before the change is judged. */
async function doWork(job: RunContext, readContext: ReadContext, note: NoteProgress) {
  const images = startFetchingImages(job)
  const prepared = await runStage(job, 'prepare', () => prepare(job))
  const { checkout } = prepared
  note({ checkout })
  const settings = await readSettings(job, checkout)
  const { rules, workingDirectory } = settings
  const commands = await setUpCommands(job, checkout, settings)
  const work =
    mergeWithoutAgent(job, checkout) ??
    (await applySavedPatch(job, checkout)) ??
    (await runAgent(
      job,
      prepared,
      { rules, ...commands, workingDirectory, readContext, images, servers: settings.mcp },
      note,
    ))
  note({ outcome: work.outcome })
  return { checkout, settings, checks: commands.checks, work }
}

interface AgentNeeds extends ProjectCommands, Pick<AgentParts, 'rules' | 'workingDirectory'> {
  readonly readContext: ReadContext
  readonly images: ReturnType<typeof startFetchingImages>
  /** The MCP servers of the project. */
  readonly servers: ProjectSettings['mcp']
}

function runAgent(
  job: RunContext,
  { checkout, model: opened }: Prepared,
  { readContext, images, servers, notices: earlier, ...given }: AgentNeeds,
  note: NoteProgress,
): Promise<AgentWork> {
  return runStage(job, 'agent', async () => {
    const { model } = orFail(opened)
    note({ notices: [...earlier, ...warnAboutModel(job, model)] })
    const transcript = openRunTranscript(job)
    note({ transcriptPath: transcript?.path ?? null })
    try {
      const earlierWork = await resumeParked(job, checkout)
      // After `setup`, whose commands have network access.
      const context = await readContext()
      const shown = await showImages(job, await images, model)
      return await withMcp(job, servers, model, (mcp) =>
        runAgentStage(
          job,
          { ...given, ...{ checkout, model, earlierWork, context, mcp, images: shown } },
          transcript,
        ),
      )
    } finally {
      transcript?.close()
    }
  })
}

interface Judged {
  readonly checkout: Checkout
  readonly work: AgentWork
  readonly rules: PublishRules
  readonly checks: Checks | null
}

/** `pushed` is `null` if there is nothing to push. */
async function checkAndPush(
  job: RunContext,
  { checkout, work, rules, checks }: Judged,
  note: NoteProgress,
): Promise<{ readonly pushed: Pushed | null; readonly checked: CheckedTree | null }> {
  const { outcome, isSaved } = work
  const { plan: planned, files } = await runStage(job, 'plan', () => plan(job, checkout, { rules, outcome }))
  note({ files })
  if (planned.kind === 'refused') throw new RunFailure(planned.reason)
  const tree = planned.kind === 'publish' ? planned.tree : isSaved ? checkout.branchHead : null
  const checked =
    checks === null || tree === null ? null : await runChecksStage(job, checks, { tree, outcome })
  note({ checks: checked?.report ?? null })
  if (planned.kind === 'nothing' && !isSaved) return { pushed: null, checked }
  const pushed = await runStage(job, 'push', () =>
    planned.kind === 'publish' ? push(job, checkout, { planned, rules }) : resumePushed(job, checkout, work),
  )
  if (pushed !== null)
    note({ pushed: { branch: job.controlPlane.assignment.branch, headSha: pushed.headSha } })
  return { pushed, checked }
}
