import { checkReusableWorkflow, type ReusableWorkflow } from './reusable-workflow.ts'
import type { Workflow } from './run.ts'

/** A workflow run as GitHub's OIDC token describes it. Names can pass to others; only the numeric ids identify. */
export interface RunnerIdentity {
  readonly repositoryId: number
  readonly repositoryOwnerId: number
  readonly repositoryVisibility: 'public' | 'private' | 'internal'
  /** `refs/heads/main` */
  readonly ref: string
  readonly sha: string
  readonly eventName: string
  /** `owner/name/.github/workflows/prentice.yml@refs/heads/main` */
  readonly workflowRef: string
  /** The file the job stands in: another one than `workflowRef` in a reusable workflow. */
  readonly jobWorkflowRef: string
  /** The commit of that file; `null` if the token does not say. */
  readonly jobWorkflowSha: string | null
  readonly workflowRunId: number
  readonly runAttempt: number
  readonly actorId: number
  readonly actor: string
}

export interface ExpectedClaimant {
  readonly repositoryId: number
  /** The account that owned it when the run was dispatched. */
  readonly repositoryOwnerId: number
  /** Name of the file in `.github/workflows`. */
  readonly workflowFile: string
  readonly defaultBranch: string
  /** `null`: not known yet, because the answer to the dispatch is still out. */
  readonly workflowRunId: number | null
  /** Who must have started it, our bot for a dispatched run; `null`: anybody who could. */
  readonly actorId: number | null
  /** Files outside the repository that its workflow file may call. */
  readonly reusableWorkflows: readonly ReusableWorkflow[]
}

/** What the operator configures about claimants. */
export type ClaimantRules = Pick<ExpectedClaimant, 'reusableWorkflows'>

/** Who may claim a run that was dispatched to this workflow. */
export const expectedClaimant = (
  workflow: Workflow,
  workflowRunId: number | null,
  { reusableWorkflows }: ClaimantRules,
): ExpectedClaimant => ({
  repositoryId: workflow.repositoryId,
  repositoryOwnerId: workflow.ownerId,
  workflowFile: workflow.file,
  defaultBranch: workflow.branch,
  workflowRunId,
  actorId: workflow.actorId,
  reusableWorkflows,
})

/**
 * `null` if this is the expected workflow run, otherwise why not. Anyone with write access to the repository can mint
 * tokens from their own workflow or branch. So the token must come from the workflow file on the default branch,
 * and from the first attempt, because a re-run keeps run id and actor. Its job is in that file, or in one that the
 * operator names.
 */
export function verifyClaimant(identity: RunnerIdentity, expected: ExpectedClaimant): string | null {
  const branch = `refs/heads/${expected.defaultBranch}`
  const file = `.github/workflows/${expected.workflowFile}@${branch}`
  if (identity.repositoryId !== expected.repositoryId)
    return `it runs in repository ${identity.repositoryId}, not in ${expected.repositoryId}`
  if (identity.repositoryOwnerId !== expected.repositoryOwnerId)
    return `its repository belongs to account ${identity.repositoryOwnerId}, not to ${expected.repositoryOwnerId}`
  if (identity.ref !== branch) return `it runs on ${identity.ref}, not on ${branch}`
  if (pathInRepository(identity.workflowRef) !== file)
    return `its workflow is ${pathInRepository(identity.workflowRef)}, not ${file}`
  const wrongFile = checkJobWorkflow(identity, expected)
  if (wrongFile !== null) return wrongFile
  const wrongEvent = checkEvent(identity.eventName, expected)
  if (wrongEvent !== null) return wrongEvent
  if (identity.runAttempt !== 1) return `it is attempt ${identity.runAttempt}; only the first may claim`
  if (expected.workflowRunId !== null && identity.workflowRunId !== expected.workflowRunId)
    return `it is workflow run ${identity.workflowRunId}, not ${expected.workflowRunId}`
  if (expected.actorId !== null && identity.actorId !== expected.actorId)
    return `it was started by account ${identity.actorId}, not by ${expected.actorId}`
  return null
}

/**
 * True for the expected workflow run in a repository that was transferred to another account meanwhile. It still gets
 * nothing: the new owner decides what runs there.
 */
export const hasChangedHands = (identity: RunnerIdentity, expected: ExpectedClaimant): boolean =>
  identity.repositoryOwnerId !== expected.repositoryOwnerId &&
  verifyClaimant({ ...identity, repositoryOwnerId: expected.repositoryOwnerId }, expected) === null

function checkJobWorkflow(identity: RunnerIdentity, { reusableWorkflows }: ExpectedClaimant): string | null {
  const { workflowRef, jobWorkflowRef, jobWorkflowSha } = identity
  return jobWorkflowRef === workflowRef
    ? null
    : checkReusableWorkflow(jobWorkflowRef, jobWorkflowSha, reusableWorkflows)
}

/** All other events that give a token can run code that a stranger wrote. */
function checkEvent(event: string, { workflowRunId }: ExpectedClaimant): string | null {
  if (event === 'workflow_dispatch') return null
  if (event !== 'schedule') return `it was started by the event ${event}`
  return workflowRunId === null ? 'it was started by schedule, not by a dispatch' : null
}

/** Without `owner/name/`: after a rename a running token still has the old name. */
const pathInRepository = (workflowRef: string): string => workflowRef.split('/').slice(2).join('/')
