import { createHash } from 'node:crypto'
import type { Job } from '../../../src/app/domain/job.ts'
import { type RunKey, runId } from '../../../src/app/domain/run-id.ts'
import type { RunnerIdentity } from '../../../src/app/domain/verify-claimant.ts'
import { advanceJob } from '../../../src/app/job-store/update-job.ts'
import { dispatchRun } from '../../../src/app/runs/dispatch-run.ts'
import type { useCases } from './use-cases.ts'

export type UseCases = Awaited<ReturnType<typeof useCases>>

export const SECRET = 's'.repeat(43)

/** The workflow run that `dispatchingGithub` answers first. */
export const identity = (over: Partial<RunnerIdentity> = {}): RunnerIdentity => ({
  repositoryId: 1234,
  repositoryOwnerId: 77,
  repositoryVisibility: 'private',
  ref: 'refs/heads/main',
  sha: 'a'.repeat(40),
  eventName: 'workflow_dispatch',
  workflowRef: 'acme/docs/.github/workflows/prentice.yml@refs/heads/main',
  jobWorkflowRef: 'acme/docs/.github/workflows/prentice.yml@refs/heads/main',
  jobWorkflowSha: 'a'.repeat(40),
  workflowRunId: 1001,
  runAttempt: 1,
  actorId: 41,
  actor: 'prentice[bot]',
  ...over,
})

/** A new job whose run was dispatched and claimed with SECRET. */
export async function claimedRun(
  world: UseCases,
): Promise<{ key: RunKey; run: string; job: () => Promise<Job> }> {
  const { id } = await world.newJob()
  return claimJob(world, id)
}

/** Its run is dispatched and claimed with SECRET. */
export async function claimJob(
  world: UseCases,
  id: string,
): Promise<{ key: RunKey; run: string; job: () => Promise<Job> }> {
  await dispatchRun(world, await world.job(id))
  const key = { project: 'prj_ya', job: id, run: 1 }
  const secretHash = createHash('sha256').update(SECRET).digest('hex')
  const workflowRunId = (await world.job(id)).run.workflowRunId ?? 1001
  const dueAt = world.clock.at
  await advanceJob(world, key, { type: 'claimed', secretHash, workflowRunId, url: 'https://x', dueAt })
  return { key, run: runId(key), job: () => world.job(id) }
}
