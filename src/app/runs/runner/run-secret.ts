import { createHash, timingSafeEqual } from 'node:crypto'
import type { Job } from '../../domain/job.ts'
import type { Run } from '../../domain/run.ts'
import { parseRunId, type RunKey } from '../../domain/run-id.ts'
import { isEnded } from '../../domain/run-state-machine.ts'
import { loadJob } from '../../records/update-job.ts'
import type { Store } from '../../store/store.ts'
import { type RunnerRefusal, refuse, unknownRun } from './runner-refusal.ts'

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
