import type { Job } from '../../domain/job.ts'
import { nextRetention } from '../../domain/retention.ts'
import { type JobStore, loadJob } from '../../records/update-job.ts'
import { commitWithRetry } from '../../store/commit-with-retry.ts'
import { keySpace } from '../../store/key-space.ts'
import { findClaimedRun } from './run-secret.ts'
import { type RunnerRefusal, refuse } from './runner-refusal.ts'

export type PatchOutcome = { readonly kind: 'saved' } | RunnerRefusal

/**
 * Keeps the work of a run that could not be published. Latin-1 of its bytes: a patch may hold any. The commit holds
 * only while the job is as it was read, so that a patch that comes after the deletion of the job's texts is not kept
 * for ever.
 */
export async function recordPatch(
  deps: JobStore,
  run: string,
  secret: string,
  readPatch: () => Promise<Buffer>,
): Promise<PatchOutcome> {
  const found = await findClaimedRun(deps, run, secret)
  if (found.kind === 'refused') return found
  const { key } = found
  const value = (await readPatch()).toString('latin1')
  return commitWithRetry<PatchOutcome>(deps.store, `patch of run ${run}`, async () => {
    const now = await loadJob(deps.store, key)
    if (now === null || isDeleted(now.job, deps))
      return {
        result: refuse('texts-deleted', `job ${key.job} was archived, and what was written for it deleted`),
      }
    const unchanged = { key: keySpace.job(key), value: now.raw }
    const set = [{ key: keySpace.patch(key.job, key.run), value }]
    return { commit: { checks: [unchanged], set }, result: { kind: 'saved' } }
  })
}

/** Or about to be: a deletion that has begun is past the patches already. */
function isDeleted(job: Job, { retention, now }: JobStore): boolean {
  const next = nextRetention(job, retention)
  return job.deletedAt !== null || (next?.action === 'delete' && next.at <= now())
}
