import { createHash, timingSafeEqual } from 'node:crypto'
import type { ReasonCode } from '../../../contract/reasons.ts'
import type { Assignment } from '../../../contract/runner-protocol.ts'
import type { Job, Run } from '../../domain/job.ts'
import { checkProtocolVersion } from '../../domain/protocol-version.ts'
import { parseRunId, type RunKey } from '../../domain/run-id.ts'
import { isEnded } from '../../domain/run-state-machine.ts'
import {
  expectedClaimant,
  hasChangedHands,
  type RunnerIdentity,
  verifyClaimant,
} from '../../domain/verify-claimant.ts'
import { GithubRefused } from '../../github/github.ts'
import type { ProjectDeps } from '../../projects/add-projects.ts'
import { advanceJob, type JobStore, loadJob } from '../../records/update-job.ts'
import { classifyRefusal, transferred } from '../dispatch/classify-refusal.ts'
import { type AssignmentDeps, buildAssignment } from './build-assignment.ts'

export interface ClaimDeps extends JobStore, AssignmentDeps, ProjectDeps {}

export type RunnerRefusal = {
  readonly kind: 'refused'
  readonly status: 401 | 403 | 404 | 409 | 410 | 426
  readonly error: string
  /** With which the run ends, where the action is to know it. */
  readonly reason?: ReasonCode
}
export const refuse = (status: RunnerRefusal['status'], error: string): RunnerRefusal => ({
  kind: 'refused',
  status,
  error,
})

const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const isSecretOf = (run: Run, secret: string): boolean =>
  run.secretHash !== null && timingSafeEqual(Buffer.from(run.secretHash), Buffer.from(hashSecret(secret)))

/** How long a quiet runner is left alone before GitHub is asked about it. */
export const QUIET_MS = 90_000

/** Gives the run to the first runner that proves it is the workflow run we started; to the same one again and again. */
export async function claimRun(
  deps: ClaimDeps,
  identity: RunnerIdentity,
  secret: string,
  claim: { run: string; protocol: number },
): Promise<{ kind: 'claimed'; assignment: Assignment } | RunnerRefusal> {
  const key = parseRunId(claim.run)
  const found = key && (await loadJob(deps.store, key))
  if (key === null || found === null) return refuse(404, `there is no run ${claim.run}`)
  const { job } = found
  if (job.run.number !== key.run || isEnded(job.run)) return refuse(410, `run ${claim.run} has ended`)
  const { workflow } = job.run
  if (workflow === null) return refuse(409, `run ${claim.run} was not dispatched`)
  const expected = expectedClaimant(workflow, job.run.workflowRunId)
  if (hasChangedHands(identity, expected)) return endTransferred(deps, key, identity)
  const why = verifyClaimant(identity, expected)
  if (why !== null) return refuse(403, `this is not the workflow run that run ${claim.run} waits for: ${why}`)
  const strange = checkProtocolVersion(claim.protocol)
  if (strange !== null) {
    await advanceJob(deps, key, { type: 'failed', reason: strange })
    return { ...refuse(426, strange.message), reason: strange.code }
  }

  const claimed = await advanceJob(deps, key, {
    type: 'claimed',
    secretHash: hashSecret(secret),
    workflowRunId: identity.workflowRunId,
    url: `${job.repository}/actions/runs/${identity.workflowRunId}`,
    dueAt: deps.now() + QUIET_MS,
  })
  if (claimed.kind === 'absent') return refuse(404, `there is no run ${claim.run}`)
  if (claimed.kind === 'ignored') return refuse(isEnded(claimed.job.run) ? 410 : 409, claimed.why)
  return assign(deps, key, claimed.job, identity.repositoryVisibility === 'public')
}

/** Where GitHub gives no token, nobody can work: the run fails with its reason, and the runner is told it has ended. */
async function assign(
  deps: ClaimDeps,
  key: RunKey,
  job: Job,
  isPublic: boolean,
): Promise<{ kind: 'claimed'; assignment: Assignment } | RunnerRefusal> {
  try {
    return { kind: 'claimed', assignment: await buildAssignment(deps, key, job, isPublic) }
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    const why = await classifyRefusal(deps, key.project, job.run, error.reason)
    if (why === null) return assign(deps, key, job, isPublic)
    await advanceJob(deps, key, { type: 'failed', reason: why, handedNothing: true })
    return refuse(410, why.message)
  }
}

/** The job is told why; whoever holds a key of the new owner may go on with it. */
export async function endTransferred(
  deps: JobStore,
  key: RunKey,
  { workflowRef }: RunnerIdentity,
): Promise<RunnerRefusal> {
  const [owner = '', name = ''] = workflowRef.split('/')
  const why = transferred({ owner, name })
  await advanceJob(deps, key, { type: 'failed', reason: why })
  return refuse(410, why.message)
}
