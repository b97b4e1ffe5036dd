import { createHash, timingSafeEqual } from 'node:crypto'
import type { ReasonCode } from '../../contract/reasons.ts'
import type { Job } from '../domain/job.ts'
import { isEnded, type Run } from '../domain/run.ts'
import { parseRunId, type RunKey } from '../domain/run-id.ts'
import {
  type ClaimantRules,
  expectedClaimant,
  hasChangedHands,
  type RunnerIdentity,
  verifyClaimant,
} from '../domain/verify-claimant.ts'
import { loadJob } from '../job-store/job-record.ts'
import { advanceJob, type JobStore } from '../job-store/update-job.ts'
import type { Store } from '../store/store.ts'
import { transferred } from './classify-refusal.ts'

/** Why a runner is refused. The HTTP layer maps each cause to its status code. */
export type RefusalCause =
  | 'unknown-run'
  | 'run-ended'
  /** No dispatch of the run was recorded, so no runner can belong to it. */
  | 'not-dispatched'
  /** Another runner has claimed the run. */
  | 'claimed-by-another'
  /** The workflow run is not the one that this run belongs to. */
  | 'wrong-workflow-run'
  | 'wrong-secret'
  | 'app-not-installed'
  /** The run does not publish a merge now. */
  | 'not-merging'
  /** The run answers or plans, and publishes nothing. */
  | 'only-reads'
  /** An operator holds the project or its account. */
  | 'paused'
  /** This workflow run has registered a job with another request. */
  | 'registered-before'
  /** The texts of the job were deleted, so nothing may be added. */
  | 'texts-deleted'
  /** The saved patches of the project or of its account have used up their quota. */
  | 'patch-quota'
  /** Action and server have no protocol version in common. */
  | 'unsupported-protocol'

export interface RunnerRefusal {
  readonly kind: 'refused'
  readonly why: RefusalCause
  readonly message: string
  /** The action ends its run with this reason. */
  readonly reason?: ReasonCode
}

export const refuse = (why: RefusalCause, message: string): RunnerRefusal => ({
  kind: 'refused',
  why,
  message,
})

export const unknownRun = (run: string): RunnerRefusal => refuse('unknown-run', `there is no run ${run}`)

export interface ClaimedRun {
  readonly kind: 'found'
  readonly key: RunKey
  readonly job: Job
  readonly ended: boolean
}

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const isSecretOf = (run: Run, secret: string): boolean =>
  run.secretHash !== null && timingSafeEqual(Buffer.from(run.secretHash), Buffer.from(hashSecret(secret)))

/** The run that was claimed with this secret. Also finds an ended run, as long as it is the last of its job. */
export async function findClaimedRun(
  { store }: { readonly store: Store },
  run: string,
  secret: string,
): Promise<ClaimedRun | RunnerRefusal> {
  const key = parseRunId(run)
  const found = key && (await loadJob(store, key))
  if (key === null || found === null) return unknownRun(run)
  const { job } = found
  if (job.run.number !== key.run) return refuse('run-ended', `run ${run} has ended`)
  if (!isSecretOf(job.run, secret))
    return refuse('wrong-secret', `this is not the secret of the runner that claimed ${run}`)
  return { kind: 'found', key, job, ended: isEnded(job.run) }
}

type Publisher = { readonly kind: 'verified'; readonly key: RunKey; readonly job: Job } | RunnerRefusal

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

/** Ends a run whose repository now belongs to another account. A key of that account can continue the job. */
export async function endTransferredRun(
  deps: JobStore,
  key: RunKey,
  { workflowRef }: RunnerIdentity,
): Promise<RunnerRefusal> {
  const [owner = '', name = ''] = workflowRef.split('/')
  const why = transferred({ owner, name })
  await advanceJob(deps, key, { type: 'failed', reason: why })
  return refuse('run-ended', why.message)
}
