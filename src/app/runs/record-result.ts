import { reason } from '../../contract/reasons.ts'
import type { ResultRequest, ResultResponse } from '../../contract/runner-protocol/result.ts'
import type { Report } from '../domain/run.ts'
import { advanceRun } from '../domain/run-state-machine.ts'
import { runKeys } from '../job-store/run-history.ts'
import { type JobStore, updateJob } from '../job-store/update-job.ts'
import { mergeCommits } from '../store/store.ts'
import { findClaimedRun, type RunnerRefusal } from './authorize-runner.ts'
import { type BudgetLog, chargeRun, logWarnings, readHeartbeat } from './record-events.ts'

export type ResultOutcome = ({ readonly kind: 'recorded-or-not' } & ResultResponse) | RunnerRefusal

/** Records the report of the runner. Its outcome counts only after verification on GitHub. The first report counts. */
export async function recordResult(
  deps: JobStore & BudgetLog,
  run: string,
  secret: string,
  result: ResultRequest,
): Promise<ResultOutcome> {
  const found = await findClaimedRun(deps, run, secret)
  if (found.kind === 'refused') return found
  const { key } = found
  const update = await updateJob(deps, key, async (job, now) => {
    const event = {
      type: 'reported',
      acknowledged: result.acknowledged,
      report: reportOf(result),
      usage: result.usage,
    } as const
    const transition =
      job.run.number === key.run
        ? advanceRun(job, event, now)
        : ({ kind: 'ignored', why: 'the run has ended' } as const)
    // The events of the steps have already been charged.
    const { raw, heartbeat } = await readHeartbeat(deps.store, run)
    const rest = Math.max(0, (result.usage?.costUsd ?? 0) - heartbeat.costUsd)
    const spent = await chargeRun(deps.store, key.project, job.run, rest, now)
    const extraCommit = mergeCommits(spent.commit, {
      checks: [{ key: runKeys.heartbeat(run), value: raw ?? null }],
      set: [{ key: runKeys.result(job.id, key.run), value: JSON.stringify(result) }],
    })
    return { transition, extraCommit, outcome: spent.warnings }
  })
  if (update.kind === 'done') logWarnings(deps, update.outcome)
  const note = update.kind === 'ignored' ? `ignored: ${update.why}` : 'recorded'
  return { kind: 'recorded-or-not', recorded: update.kind === 'done', note }
}

function reportOf(result: ResultRequest): Report {
  const none = { headSha: null, pullRequest: null, reason: null }
  switch (result.outcome) {
    case 'published':
      return { outcome: 'published', ...result.published, reason: null }
    case 'no-change':
      return { ...none, outcome: 'no-change', headSha: result.headSha }
    case 'failed':
      return {
        ...{ ...none, outcome: 'failed', ...result.published, reason: result.reason },
        ...(result.parking !== undefined && { parking: { seconds: result.parking.seconds } }),
      }
    case 'cancelled':
      return {
        ...none,
        outcome: 'cancelled',
        reason: reason('runner-cancelled', 'the runner received a signal to stop'),
      }
  }
}
