import type { Job } from '../../domain/job.ts'
import type { RunKey } from '../../domain/run-id.ts'
import {
  type ClaimantRules,
  expectedClaimant,
  hasChangedHands,
  type RunnerIdentity,
  verifyClaimant,
} from '../../domain/verify-claimant.ts'
import type { JobStore } from '../../records/update-job.ts'
import { endTransferredRun } from '../runner/end-transferred-run.ts'
import { findClaimedRun } from '../runner/run-secret.ts'
import { type RunnerRefusal, refuse } from '../runner/runner-refusal.ts'

export type Publisher = { readonly kind: 'verified'; readonly key: RunKey; readonly job: Job } | RunnerRefusal

/** Whether the request is of the workflow run that claimed the run, which has not reported its result. */
export async function verifyPublisher(
  deps: JobStore & ClaimantRules,
  identity: RunnerIdentity,
  run: string,
  secret: string,
): Promise<Publisher> {
  const found = await findClaimedRun(deps, run, secret)
  if (found.kind === 'refused') return found
  const { key, job } = found
  const { workflow, state, workflowRunId } = job.run
  if (found.ended || state === 'delivered') return refuse('run-ended', `run ${run} is ${state}`)
  if (workflow === null) return refuse('not-dispatched', `run ${run} was not dispatched`)
  const expected = expectedClaimant(workflow, workflowRunId, deps)
  if (hasChangedHands(identity, expected)) return endTransferredRun(deps, key, identity)
  const why = verifyClaimant(identity, expected)
  if (why !== null)
    return refuse('wrong-workflow-run', `this is not the workflow run that claimed ${run}: ${why}`)
  return { kind: 'verified', key, job }
}
