import { createHash } from 'node:crypto'
import { type JobKey, runId } from '../../src/app/domain/run-id.ts'
import type { Delivered, RunEvent } from '../../src/app/domain/run-state-machine.ts'
import { loadJob } from '../../src/app/job-store/job-record.ts'
import { advanceJob, type JobStore } from '../../src/app/job-store/update-job.ts'
import { createLog } from '../../src/app/log/create-log.ts'
import { describeSavedPatch } from '../../src/app/runs/assignment/saved-patch.ts'
import { recordEvents } from '../../src/app/runs/record-events.ts'
import { recordPatch } from '../../src/app/runs/record-patch.ts'
import { recordResult } from '../../src/app/runs/record-result.ts'
import type { RecordedRun } from './recorded-runs.ts'

const SECRET = 's'.repeat(43)
const SHA = 'a3f5c1d2'.repeat(5)
const workflow = { repositoryId: 1234, ownerId: 77, file: 'prentice.yml', branch: 'main', actorId: 41 }

const PATCH_LIMITS = { projectBytes: 10_000_000, accountBytes: 10_000_000 }

/** Takes the job's current run from its dispatch to its end, as the recorded runner and GitHub would. */
export async function playRunner(
  deps: JobStore,
  key: JobKey,
  clock: { at: number },
  { events, result, patch }: RecordedRun,
): Promise<void> {
  const number = (await loadJob(deps.store, key))?.job.run.number ?? 1
  const run = runId({ ...key, run: number })
  const advance = (event: RunEvent) => advanceJob(deps, { ...key, run: number }, event)
  const reporting = { ...deps, ...createLog('silent') }
  const dueAt = clock.at + 60_000
  const plan = { attempt: 1, workflow, filesSha: SHA, base: 'main', newBranch: null }
  const workflowRunId = 17_000_000_000 + number
  const url = `https://github.com/acme/docs/actions/runs/${workflowRunId}`
  const secretHash = createHash('sha256').update(SECRET).digest('hex')
  clock.at += 2_000
  await advance({ type: 'dispatching', plan, dueAt })
  await advance({ type: 'dispatched', workflowRunId, url, dueAt })
  clock.at += 14_000
  await advance({ type: 'claimed', secretHash, workflowRunId, url, dueAt })
  const recorded = events.map((event, i) => {
    clock.at += 3_000
    return { seq: i + 1, at: new Date(clock.at).toISOString(), event }
  })
  await recordEvents(reporting, run, SECRET, { events: recorded, acknowledged: 0 })
  if (patch !== null)
    await recordPatch({ ...deps, patchLimits: PATCH_LIMITS }, run, SECRET, async () => Buffer.from(patch))
  await recordResult(reporting, run, SECRET, result)
  clock.at += 1_000
  if (result.outcome === 'published') await advance({ type: 'confirmed', delivered: DELIVERED })
  else if (result.outcome === 'failed')
    await advance({
      type: 'failed',
      reason: await describeSavedPatch(deps.store, key.job, number, result.reason),
    })
}

/** What GitHub shows of the published run. */
const DELIVERED: Delivered = {
  branchExists: true,
  pullRequest: { number: 7, url: 'https://github.com/acme/docs/pull/7' },
}
