import type { Reason } from '../../../contract/reasons.ts'
import type { Assignment } from '../../../contract/runner-protocol/assignment.ts'
import type { ClaimRequest } from '../../../contract/runner-protocol/protocol.ts'
import type { Job } from '../../domain/job.ts'
import { checkFeatures, checkProtocolVersion, hasFeature } from '../../domain/protocol-version.ts'
import { parseRunId, type RunKey } from '../../domain/run-id.ts'
import { isEnded } from '../../domain/run-state-machine.ts'
import {
  type ClaimantRules,
  expectedClaimant,
  hasChangedHands,
  type RunnerIdentity,
  verifyClaimant,
} from '../../domain/verify-claimant.ts'
import { GithubRefused } from '../../github/errors.ts'
import { loadProject, type Project } from '../../projects/project.ts'
import { readMessages } from '../../records/messages.ts'
import { advanceJob, type JobStore, loadJob } from '../../records/update-job.ts'
import { type FindContextDeps, type FoundContext, findContext, NO_CONTEXT } from '../context/find-context.ts'
import { classifyRefusal, type RefusalDeps } from '../dispatch/classify-refusal.ts'
import { type AssignmentDeps, buildAssignment, type Claimant, type KnownTexts } from './build-assignment.ts'
import { endTransferredRun } from './end-transferred-run.ts'
import { findMcp, resultsOf, showsPrompt } from './find-mcp.ts'
import { RUNNER_SILENT_MS } from './heartbeat.ts'
import { openRunner } from './open-runner.ts'
import { readBaseHead } from './read-base-head.ts'
import { hashSecret } from './run-secret.ts'
import { type RunnerRefusal, refuse, unknownRun } from './runner-refusal.ts'

export interface ClaimDeps extends JobStore, AssignmentDeps, RefusalDeps, ClaimantRules {
  readonly projects: RefusalDeps['projects'] & FindContextDeps['projects']
}

export interface Claimed {
  readonly kind: 'claimed'
  readonly assignment: Assignment
}

/** Assigns the run to the first runner that proves to be the workflow run we started. It may claim repeatedly. */
export async function claimRun(
  deps: ClaimDeps,
  identity: RunnerIdentity,
  secret: string,
  claim: ClaimRequest,
): Promise<Claimed | RunnerRefusal> {
  const key = parseRunId(claim.run)
  const found = key && (await loadJob(deps.store, key))
  if (key === null || found === null) return unknownRun(claim.run)
  const { job } = found
  if (job.run.number !== key.run || isEnded(job.run)) return refuse('run-ended', `run ${claim.run} has ended`)
  const { workflow } = job.run
  if (workflow === null) return refuse('not-dispatched', `run ${claim.run} was not dispatched`)
  const expected = expectedClaimant(workflow, job.run.workflowRunId, deps)
  if (hasChangedHands(identity, expected)) return endTransferredRun(deps, key, identity)
  const why = verifyClaimant(identity, expected)
  if (why !== null)
    return refuse(
      'wrong-workflow-run',
      `this is not the workflow run that belongs to run ${claim.run}: ${why}`,
    )
  const unserved = checkProtocolVersion(claim.protocol)
  if (unserved !== null) {
    await advanceJob(deps, key, { type: 'failed', reason: unserved })
    return unsupported(unserved)
  }

  const runner = await openRunner(deps, job, workflow, identity)
  if (runner.kind === 'unfit') {
    await advanceJob(deps, key, { type: 'failed', reason: runner.reason, handedNothing: true })
    return refuse('run-ended', runner.reason.message)
  }
  const [project, messages] = await Promise.all([
    loadProject(deps.store, job.project),
    readMessages(deps.store, job.id, 1, job.messages),
  ])
  const known = { project, messages }
  const context = await contextOf(deps, job, project, { ...claim, isPublic: runner.isPublic })
  const outside = readsFromMcp(known, { ...claim, isPublic: runner.isPublic })
  const claimed = await advanceJob(deps, key, {
    type: 'claimed',
    secretHash: hashSecret(secret),
    baseHead: await readBaseHead(deps, job, known),
    // A message that arrived meanwhile may be of somebody whose rights were not checked.
    ...(context.repositories.length > 0 && {
      readsContext: { upTo: job.messages, linked: context.linked.map(({ of }) => of) },
    }),
    ...(outside.length > 0 && { outside }),
    workflowRunId: identity.workflowRunId,
    url: `${runner.url}/actions/runs/${identity.workflowRunId}`,
    dueAt: deps.now() + RUNNER_SILENT_MS,
  })
  if (claimed.kind === 'absent') return unknownRun(claim.run)
  if (claimed.kind === 'ignored')
    return refuse(isEnded(claimed.job.run) ? 'run-ended' : 'claimed-by-another', claimed.why)
  const { isPublic, allowsSetup } = runner
  // The first claim decides from whom the run takes messages.
  const mayRead = claimed.job.run.readsContext === true
  const given = mayRead ? context : { ...context, repositories: [], linked: [] }
  return assign(deps, key, claimed.job, { ...claim, isPublic, allowsSetup, context: given, known })
}

type Reader = Pick<Claimant, 'features' | 'isPublic'>

/** Throws GithubUnavailable, so that the runner claims again. */
async function contextOf(
  deps: ClaimDeps,
  job: Job,
  project: Project | null,
  { features, isPublic }: Reader,
): Promise<FoundContext> {
  if (project?.config?.context === undefined) return NO_CONTEXT
  if (hasFeature(features, 'context')) return findContext(deps, job, project, { isPublic })
  return {
    ...NO_CONTEXT,
    warnings: ['context: update the action in the workflow file, which cannot read it yet'],
  }
}

/** Of later turns, too: what they continue was made after reading it. */
function readsFromMcp({ project, messages }: KnownTexts, { features, isPublic }: Reader): string[] {
  if (!project?.config?.mcp) return []
  const sent = messages.map(({ message }) => message)
  const isShown = showsPrompt(project.config, project.private && !isPublic, sent)
  return resultsOf(findMcp(project.config, { features, isShown }))
}

/** The action ends its run with this reason. */
const unsupported = ({ code, message }: Reason): RunnerRefusal => ({
  ...refuse('unsupported-protocol', message),
  reason: code,
})

/** If GitHub refuses a token, the run fails with the reason, and the response tells the runner that it has ended. */
async function assign(
  deps: ClaimDeps,
  key: RunKey,
  job: Job,
  claimant: Claimant,
): Promise<Claimed | RunnerRefusal> {
  try {
    const assignment = await buildAssignment(deps, key, job, claimant)
    const unfit = checkFeatures(assignment, claimant.features)
    if (unfit === null) return { kind: 'claimed', assignment }
    await advanceJob(deps, key, { type: 'failed', reason: unfit, handedNothing: true })
    return unsupported(unfit)
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    const why = await classifyRefusal(deps, key.project, job.run, error.reason)
    // The settings were read anew.
    if (why === null) return assign(deps, key, job, { ...claimant, known: undefined })
    await advanceJob(deps, key, { type: 'failed', reason: why, handedNothing: true })
    return refuse('run-ended', why.message)
  }
}
