import type { RunKey } from '../../domain/run-id.ts'
import type { RunnerIdentity } from '../../domain/verify-claimant.ts'
import { advanceJob, type JobStore } from '../../records/update-job.ts'
import { transferred } from '../dispatch/classify-refusal.ts'
import { type RunnerRefusal, refuse } from './runner-refusal.ts'

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
