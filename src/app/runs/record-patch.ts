import type { Job } from '../domain/job.ts'
import { nextRetention } from '../domain/job-view.ts'
import type { RunKey } from '../domain/run-id.ts'
import { jobKeys, loadJob } from '../job-store/job-record.ts'
import { runKeys } from '../job-store/run-history.ts'
import type { JobStore } from '../job-store/update-job.ts'
import { chargePatch, type PatchLimits, type QuotaScope } from '../limits/patch-quota.ts'
import { loadProject } from '../projects/project.ts'
import { type Attempt, commitWithRetry, mergeCommits } from '../store/store.ts'
import { findClaimedRun, type RunnerRefusal, refuse } from './authorize-runner.ts'

export type PatchOutcome = { readonly kind: 'saved' } | RunnerRefusal

/** The runner of a cancelled run stops within seconds. Nobody waits for a patch that arrives later. */
const AFTER_CANCEL_MS = 60_000

/**
 * Saves the work of a run that could not be published, as Latin-1, because a patch may contain any bytes. The commit
 * requires that the job has not changed since it was read, so that no patch is saved after the texts were deleted.
 */
export async function recordPatch(
  deps: JobStore & { readonly patchLimits: PatchLimits },
  run: string,
  secret: string,
  readPatch: () => Promise<Buffer>,
): Promise<PatchOutcome> {
  const found = await findClaimedRun(deps, run, secret)
  if (found.kind === 'refused') return found
  const { key } = found
  const early = obstacleOf(found.job, deps)
  if (early !== null) return early
  const value = (await readPatch()).toString('latin1')
  return commitWithRetry(deps.store, `patch of run ${run}`, () => preparePatch(deps, key, value))
}

async function preparePatch(
  deps: JobStore & { readonly patchLimits: PatchLimits },
  key: RunKey,
  value: string,
): Promise<Attempt<PatchOutcome>> {
  const { store, patchLimits } = deps
  const found = await loadJob(store, key)
  const obstacle = found === null ? textsDeleted(key.job) : obstacleOf(found.job, deps)
  if (found === null || obstacle !== null) return { result: obstacle ?? textsDeleted(key.job) }
  const accountId = (await loadProject(store, key.project))?.accountId ?? null
  const owner = { project: key.project, accountId }
  const charge = await chargePatch(store, owner, { ...key, bytes: value.length }, patchLimits)
  const unchanged = { checks: [{ key: jobKeys.record(key), value: found.raw }] }
  if (charge.kind === 'refused')
    return { commit: mergeCommits(unchanged, charge.commit), result: overQuota(charge.by, patchLimits) }
  const patch = { set: [{ key: runKeys.patch(key.job, key.run), value }] }
  return { commit: mergeCommits(unchanged, charge.commit, patch), result: { kind: 'saved' } }
}

function obstacleOf(job: Job, { retention, now }: JobStore): RunnerRefusal | null {
  const next = nextRetention(job, retention)
  // A deletion that has begun may already have deleted the patches.
  if (job.deletedAt !== null || (next?.action === 'delete' && next.at <= now())) return textsDeleted(job.id)
  const { state, endedAt } = job.run
  if (state === 'cancelled' && endedAt !== null && now() - endedAt > AFTER_CANCEL_MS)
    return refuse('run-ended', `run ${job.run.number} of job ${job.id} was cancelled`)
  return null
}

const textsDeleted = (job: string): RunnerRefusal =>
  refuse('texts-deleted', `job ${job} was archived, and its texts were deleted`)

function overQuota(scope: QuotaScope, { projectBytes, accountBytes }: PatchLimits): RunnerRefusal {
  const mib = Math.floor((scope === 'project' ? projectBytes : accountBytes) / (1024 * 1024))
  return refuse('patch-quota', `the saved patches of this ${scope} would exceed ${mib} MiB`)
}
