import { type Reason, reason } from '../../contract/reasons.ts'
import type { Assignment } from '../../contract/runner-protocol/assignment.ts'
import type { ClaimRequest } from '../../contract/runner-protocol/protocol.ts'
import type { Job } from '../domain/job.ts'
import { checkFeatures, checkProtocolVersion, hasFeature } from '../domain/protocol-version.ts'
import { isEnded, type Workflow } from '../domain/run.ts'
import { parseRunId, type RunKey } from '../domain/run-id.ts'
import { lastOfTurn } from '../domain/turns.ts'
import {
  expectedClaimant,
  hasChangedHands,
  type RunnerIdentity,
  verifyClaimant,
} from '../domain/verify-claimant.ts'
import { awaitDoubt, type DoubtDeps, doubtRefusal, inDoubt } from '../github/doubt.ts'
import { GithubRefused } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import { loadJob } from '../job-store/job-record.ts'
import { readMessages } from '../job-store/messages.ts'
import { advanceJob } from '../job-store/update-job.ts'
import { loadProject, type Project, repositoryRef, whyAbsent } from '../projects/project.ts'
import { findRunner } from '../projects/runner-repository.ts'
import { findMcp, resultsOf, showsPrompt } from './assignment/assigned-settings.ts'
import { buildAssignment, type Claimant, type KnownTexts } from './assignment/build-assignment.ts'
import { type FoundContext, findContext, NO_CONTEXT } from './assignment/find-context.ts'
import { type FoundConversation, findConversation, NO_CONVERSATION } from './assignment/find-conversation.ts'
import { endTransferredRun, hashSecret, type RunnerRefusal, refuse, unknownRun } from './authorize-runner.ts'
import { classifyRefusal } from './classify-refusal.ts'
import { RUNNER_SILENT_MS } from './record-events.ts'
import { findReviewed } from './review/find-reviewed.ts'
import type { RunnerWork } from './run-work.ts'

export interface Claimed {
  readonly kind: 'claimed'
  readonly assignment: Assignment
}

/** Assigns the run to the first runner that proves to be the workflow run we started. It may claim repeatedly. */
export async function claimRun(
  deps: RunnerWork,
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
  const unsupportedVersion = checkProtocolVersion(claim.protocol)
  if (unsupportedVersion !== null) {
    await advanceJob(deps, key, { type: 'failed', reason: unsupportedVersion })
    return unsupported(unsupportedVersion)
  }

  const project = await loadProject(deps.store, job.project)
  const refusal = await refuseInDoubt(deps, key, job, project)
  if (refusal !== null) return refusal
  const runner = await inspectRunner(deps, job, workflow, identity)
  if (runner.kind === 'unfit') {
    await advanceJob(deps, key, { type: 'failed', reason: runner.reason, handedNothing: true })
    return refuse('run-ended', runner.reason.message)
  }
  const messages = await readMessages(deps.store, job.id, 1, lastOfTurn(job, job.run.first))
  const known = { project, messages }
  const reviewed = job.run.mode === 'review' ? await findReviewed(deps, job, project, messages) : null
  const review = reviewed?.kind === 'found' ? reviewed.review : undefined
  const reader = { ...claim, isPublic: runner.isPublic, isOfFork: review?.isOfFork === true }
  const context = await contextOf(deps, job, project, reader)
  const conversation = await conversationOf(deps, job, known, { ...reader, reviewed: review?.pullRequest })
  const outside = [
    ...mcpSourcesOf(known, reader),
    ...conversation.outside,
    ...(review?.isOfFork ? [`the changes of #${review.pullRequest}`] : []),
  ]
  const claimed = await advanceJob(deps, key, {
    type: 'claimed',
    secretHash: hashSecret(secret),
    baseHead: await readBaseHead(deps, job, known),
    // A message that arrived meanwhile may be of somebody whose rights were not checked.
    ...(context.repositories.length > 0 && {
      readsContext: { upTo: job.messages, linked: context.linked.map(({ of }) => of) },
    }),
    ...(outside.length > 0 && { outside }),
    review,
    workflowRunId: identity.workflowRunId,
    url: `${runner.url}/actions/runs/${identity.workflowRunId}`,
    dueAt: deps.now() + RUNNER_SILENT_MS,
  })
  if (claimed.kind === 'absent') return unknownRun(claim.run)
  if (claimed.kind === 'ignored')
    return refuse(isEnded(claimed.job.run) ? 'run-ended' : 'claimed-by-another', claimed.why)
  if (reviewed?.kind === 'none') {
    await advanceJob(deps, key, { type: 'failed', reason: reviewed.reason })
    return refuse('run-ended', reviewed.reason.message)
  }
  const { isPublic, allowsSetup } = runner
  // The first claim decides from whom the run takes messages.
  const mayRead = claimed.job.run.readsContext === true
  const given = mayRead ? context : { ...context, repositories: [], linked: [] }
  return assignRun(deps, key, claimed.job, {
    ...{ ...claim, isPublic, allowsSetup, context: given, known },
    conversation: asFirstClaimed(conversation, claimed.job),
    ...(reviewed !== null && { reviewed: reviewed.material }),
  })
}

type InspectedRunner =
  | {
      readonly kind: 'open'
      /** Web URL of the repository in which the workflow runs. */
      readonly url: string
      /** Whether the repository that is worked on is public, as far as GitHub says now. */
      readonly isPublic: boolean
      /** Whether commands of that repository may run with network access. */
      readonly allowsSetup: boolean
    }
  | { readonly kind: 'unfit'; readonly reason: Reason }

/**
 * What the place of the workflow run allows. A runner repository is looked at again: since the dispatch it may have become
 * public, or the account may have named another one.
 */
async function inspectRunner(
  deps: RunnerWork,
  job: Job,
  workflow: Workflow,
  identity: RunnerIdentity,
): Promise<InspectedRunner> {
  // The token is newer than any webhook about a change of visibility.
  if (workflow.repositoryId === job.repositoryId)
    return {
      kind: 'open',
      url: job.repository,
      isPublic: identity.repositoryVisibility === 'public',
      allowsSetup: true,
    }
  const project = await loadProject(deps.store, job.project)
  const repository = project && repositoryRef(project)
  try {
    if (project === null || repository === null) throw new GithubRefused(whyAbsent(project))
    const runner = await findRunner(deps, project)
    if (runner?.repository.id !== workflow.repositoryId)
      return unfit('the account no longer names the one in which the workflow was started')
    if (identity.repositoryVisibility !== 'private') return unfit('it is not private')
    const target = await deps.github.readRepository(repository)
    return {
      kind: 'open',
      url: runner.url,
      isPublic: !target.private,
      allowsSetup: runner.allowsSetup,
    }
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    const again = repository && (await doubtRefusal(deps, repository, error))
    if (again !== null) throw inDoubt(error.message, again)
    return { kind: 'unfit', reason: error.reason }
  }
}

const unfit = (detail: string): InspectedRunner => ({
  kind: 'unfit',
  reason: reason('runner-repository', detail),
})

type Reader = Pick<Claimant, 'features' | 'isPublic'> & {
  /** Whether the run reviews a pull request of a fork: who wrote that must not have other sources read for them. */
  readonly isOfFork: boolean
}

/** Throws GithubUnavailable, so that the runner claims again. */
async function contextOf(
  deps: RunnerWork,
  job: Job,
  project: Project | null,
  { features, isPublic, isOfFork }: Reader,
): Promise<FoundContext> {
  if (project?.config?.context === undefined || isOfFork) return NO_CONTEXT
  if (hasFeature(features, 'context')) return findContext(deps, job, project, { isPublic })
  return {
    ...NO_CONTEXT,
    warnings: ['context: update the action in the workflow file, which cannot read it yet'],
  }
}

/** A confidential job reads no conversation: what it leads to says which comments were read. */
async function conversationOf(
  deps: RunnerWork,
  job: Job,
  { project, messages }: KnownTexts,
  { features, isPublic, reviewed }: Reader & { readonly reviewed: number | undefined },
): Promise<FoundConversation> {
  if (project?.config == null || !hasFeature(features, 'material')) return NO_CONVERSATION
  const turn = messages.map(({ message }) => message)
  if (!showsPrompt(project.config, project.private && !isPublic, turn)) return NO_CONVERSATION
  return findConversation(deps, job, project, messages, reviewed)
}

/** A repeated claim does not add untrusted text to what the first one has recorded. */
const asFirstClaimed = (found: FoundConversation, { outside = [] }: Job): FoundConversation =>
  found.outside.every((name) => outside.includes(name)) ? found : NO_CONVERSATION

/** Includes the servers of earlier turns: the branch that a later turn continues was written after reading from them. */
function mcpSourcesOf({ project, messages }: KnownTexts, { features, isPublic, isOfFork }: Reader): string[] {
  if (!project?.config?.mcp || isOfFork) return []
  const sent = messages.map(({ message }) => message)
  const isShown = showsPrompt(project.config, project.private && !isPublic, sent)
  return resultsOf(findMcp(project.config, { features, isShown }))
}

/**
 * The head of the base, if the turn merges it. If the base has moved since, the server refuses to commit the merge. `null`:
 * there is none, or GitHub refuses to say. Throws GithubUnavailable, so that the runner claims again.
 */
export async function readBaseHead(
  deps: DoubtDeps & { readonly github: Pick<Github, 'readBranchHead'> },
  { run }: Job,
  { project, messages }: KnownTexts,
): Promise<string | null> {
  const turn = messages.filter(({ number }) => number >= run.first)
  if (!turn.some(({ message }) => message?.update)) return null
  const repository = project && repositoryRef(project)
  if (repository === null || run.base === null) return null
  try {
    return await deps.github.readBranchHead(repository, run.base)
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    const again = await doubtRefusal(deps, repository, error)
    if (again !== null) throw inDoubt(error.message, again)
    return null
  }
}

/** If GitHub refuses a token, the run fails with the reason, and the response tells the runner that it has ended. */
async function assignRun(
  deps: RunnerWork,
  key: RunKey,
  job: Job,
  claimant: Claimant,
): Promise<Claimed | RunnerRefusal> {
  try {
    const assignment = await buildAssignment(deps, key, job, claimant)
    const missing = checkFeatures(assignment, claimant.features)
    if (missing === null) return { kind: 'claimed', assignment }
    await advanceJob(deps, key, { type: 'failed', reason: missing, handedNothing: true })
    return unsupported(missing)
  } catch (error) {
    // `null`: the settings were read anew.
    return (
      (await endRefused(deps, key, job, error)) ??
      (await assignRun(deps, key, job, { ...claimant, known: undefined }))
    )
  }
}

/** While GitHub may take a refusal back, throws GithubUnavailable, so that the runner claims again. */
async function refuseInDoubt(
  deps: RunnerWork,
  key: RunKey,
  job: Job,
  project: Project | null,
): Promise<RunnerRefusal | null> {
  const repository = project && repositoryRef(project)
  try {
    if (repository !== null) await awaitDoubt(deps, repository)
    return null
  } catch (error) {
    return endRefused(deps, key, job, error)
  }
}

/** Ends the run if GitHub's refusal is final; `null`: the repository was found elsewhere. */
async function endRefused(
  deps: RunnerWork,
  key: RunKey,
  job: Job,
  error: unknown,
): Promise<RunnerRefusal | null> {
  if (!(error instanceof GithubRefused)) throw error
  const judged = await classifyRefusal(deps, key.project, job.run, error)
  switch (judged.kind) {
    case 'moved':
      return null
    case 'later':
      throw inDoubt(error.message, judged.at)
    case 'failed':
      await advanceJob(deps, key, { type: 'failed', reason: judged.reason, handedNothing: true })
      return refuse('run-ended', judged.reason.message)
  }
}

/** The action ends its run with this reason. */
const unsupported = ({ code, message }: Reason): RunnerRefusal => ({
  ...refuse('unsupported-protocol', message),
  reason: code,
})
