import { type Reason, reason } from '../../contract/reasons.ts'
import type { Assignment, Limits } from '../../contract/runner-protocol/assignment.ts'
import type { ClaimRequest } from '../../contract/runner-protocol/protocol.ts'
import type { Job } from '../domain/job.ts'
import { checkFeatures, checkProtocolVersion, hasFeature } from '../domain/protocol-version.ts'
import type { Workflow } from '../domain/run.ts'
import { parseRunId, type RunKey } from '../domain/run-id.ts'
import { isEnded } from '../domain/run-state-machine.ts'
import {
  type ClaimantRules,
  expectedClaimant,
  hasChangedHands,
  type RunnerIdentity,
  verifyClaimant,
} from '../domain/verify-claimant.ts'
import { GithubRefused } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import { loadProject, type Project, repositoryRef, whyAbsent } from '../projects/project.ts'
import type { Projects } from '../projects/projects.ts'
import { findRunner } from '../projects/runner-repository.ts'
import { readMessages } from '../records/messages.ts'
import { advanceJob, type JobStore, loadJob } from '../records/update-job.ts'
import { findMcp, resultsOf, showsPrompt } from './assignment/assigned-settings.ts'
import { buildAssignment, type Claimant, type KnownTexts } from './assignment/build-assignment.ts'
import { type FoundContext, findContext, NO_CONTEXT } from './assignment/find-context.ts'
import { endTransferredRun, hashSecret, type RunnerRefusal, refuse, unknownRun } from './authorize-runner.ts'
import { classifyRefusal } from './classify-refusal.ts'
import { RUNNER_SILENT_MS } from './record-events.ts'

interface ClaimDeps extends JobStore, ClaimantRules {
  readonly github: Github
  readonly projects: Pick<Projects, 'load' | 'refresh' | 'findMoved'>
  /** Limits of a run, unless the settings of the project name others. */
  readonly limits: Limits
  /** Daily cost limit of a project, in US dollars. */
  readonly dailyCostUsd: number
  /** Web URL of GitHub. */
  readonly serverUrl: string
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
  const unsupportedVersion = checkProtocolVersion(claim.protocol)
  if (unsupportedVersion !== null) {
    await advanceJob(deps, key, { type: 'failed', reason: unsupportedVersion })
    return unsupported(unsupportedVersion)
  }

  const runner = await inspectRunner(deps, job, workflow, identity)
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
  const outside = mcpSourcesOf(known, { ...claim, isPublic: runner.isPublic })
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
  return assignRun(deps, key, claimed.job, { ...claim, isPublic, allowsSetup, context: given, known })
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
  deps: ClaimDeps,
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
  try {
    const project = await loadProject(deps.store, job.project)
    const repository = project && repositoryRef(project)
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
    return { kind: 'unfit', reason: error.reason }
  }
}

const unfit = (detail: string): InspectedRunner => ({
  kind: 'unfit',
  reason: reason('runner-repository', detail),
})

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
function mcpSourcesOf({ project, messages }: KnownTexts, { features, isPublic }: Reader): string[] {
  if (!project?.config?.mcp) return []
  const sent = messages.map(({ message }) => message)
  const isShown = showsPrompt(project.config, project.private && !isPublic, sent)
  return resultsOf(findMcp(project.config, { features, isShown }))
}

/**
 * The head of the base, if the turn merges it: the server commits no merge of an earlier commit. `null`: there is none, or
 * GitHub refuses to say. Throws GithubUnavailable, so that the runner claims again.
 */
export async function readBaseHead(
  { github }: { readonly github: Pick<Github, 'readBranchHead'> },
  { run }: Job,
  { project, messages }: KnownTexts,
): Promise<string | null> {
  const turn = messages.filter(({ number }) => number >= run.first)
  if (!turn.some(({ message }) => message?.update)) return null
  const repository = project && repositoryRef(project)
  if (repository === null || run.base === null) return null
  try {
    return await github.readBranchHead(repository, run.base)
  } catch (error) {
    if (error instanceof GithubRefused) return null
    throw error
  }
}

/** If GitHub refuses a token, the run fails with the reason, and the response tells the runner that it has ended. */
async function assignRun(
  deps: ClaimDeps,
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
    if (!(error instanceof GithubRefused)) throw error
    const why = await classifyRefusal(deps, key.project, job.run, error.reason)
    // The settings were read anew.
    if (why === null) return assignRun(deps, key, job, { ...claimant, known: undefined })
    await advanceJob(deps, key, { type: 'failed', reason: why, handedNothing: true })
    return refuse('run-ended', why.message)
  }
}

/** The action ends its run with this reason. */
const unsupported = ({ code, message }: Reason): RunnerRefusal => ({
  ...refuse('unsupported-protocol', message),
  reason: code,
})
