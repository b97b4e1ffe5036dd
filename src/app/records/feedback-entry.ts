import type { Job } from '../domain/job.ts'
import { keySpace } from '../store/key-space.ts'
import type { Commit } from '../store/store.ts'

/**
 * When people on GitHub should see a change of the job: a run was opened, claimed or ended. `null`: nothing of the job
 * is shown there, because it was not asked for on GitHub and has no commit yet.
 */
function shownSince({ origin, branchExists, run }: Job): number | null {
  if (origin.kind !== 'github' && !branchExists) return null
  return run.endedAt ?? run.claimedAt ?? run.queuedAt
}

/**
 * An entry in the feedback queue, in the commit that changes the job, so that a crash cannot lose it. It takes one key
 * in the commit that ends the first run of a job, and none before that unless the job was asked for on GitHub.
 */
export function feedbackEntry(before: Job | null, after: Job): Commit {
  const at = shownSince(after)
  if (at === null || (before !== null && shownSince(before) === at)) return {}
  return { set: [{ key: keySpace.feedbackJob({ project: after.project, job: after.id }, at), value: '' }] }
}
