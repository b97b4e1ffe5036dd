import type { Job } from '../domain/job.ts'
import { keySpace } from '../store/key-space.ts'
import type { Commit, Store } from '../store/store.ts'

/**
 * An entry in the feedback queue, in the commit that changes the job, so that a crash cannot lose it. It takes one key
 * in the commit that ends the first run of a job, and none before that unless the job was asked for on GitHub.
 */
export function feedbackEntry(before: Job | null, after: Job): Commit {
  if (!isShown(after)) return {}
  if (before !== null && isShown(before) && phaseOf(before) === phaseOf(after)) return {}
  const { run } = after
  const at = run.endedAt ?? run.claimedAt ?? run.queuedAt
  return { set: [{ key: keySpace.feedbackJob({ project: after.project, job: after.id }, at), value: '' }] }
}

/** As `feedbackEntry`, for a change that is not of a run. Nothing that is not shown yet is shown because of it. */
export async function feedbackAgain(store: Store, { project, id }: Job, now: number): Promise<Commit> {
  if ((await store.get(keySpace.shown(id))) === undefined) return {}
  return { set: [{ key: keySpace.feedbackJob({ project, job: id }, now), value: '' }] }
}

/** Otherwise nothing of it is shown: it was not asked for on GitHub, and has no commit yet. */
const isShown = ({ origin, branchExists }: Job): boolean => origin.kind === 'github' || branchExists

/** People on GitHub should see soon that a run was opened, claimed or ended. */
const phaseOf = ({ run }: Job): string => [run.number, run.claimedAt !== null, run.endedAt !== null].join(' ')
