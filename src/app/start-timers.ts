import { followPullRequest } from './jobs/follow-pull-request.ts'
import { UPGRADES } from './jobs/upgrades.ts'
import type { Parts } from './parts.ts'
import { refreshDueProject } from './projects/refresh-project.ts'
import { syncInstallations } from './projects/sync-installations.ts'
import { advanceDueJob } from './runs/advance-due-job.ts'
import { createCreatorChecks } from './sessions/check-creators.ts'
import type { RunningServer } from './store/server-presence.ts'
import type { OpenedStore } from './store/store.ts'
import { startRedeliveryTimer, startSweepTimer, startSyncTimer } from './timers/catch-up.ts'
import {
  batchQueue,
  createDueQueues,
  creatorQueue,
  type DueQueue,
  type DueQueueDeps,
  otherReviewerQueue,
  outcomeQueue,
  webhookQueues,
} from './timers/due-queues.ts'
import { type DueTimer, startDueTimer } from './timers/due-timer.ts'
import { startPresenceTimer } from './timers/presence-timer.ts'
import { startWorkPartition } from './timers/work-partition.ts'
import { workOnTrigger } from './triggers/work-on-trigger.ts'
import { REDELIVER_EVERY_MS, redeliverFailed } from './webhooks/redeliver-failed.ts'

export interface Timers extends DueTimer {
  /** Starts the timers that ask GitHub for what the server has missed: it listens, and so receives what they request. */
  readonly catchUp: () => void
}

/** Starts all recurring work. Each server does its part of it. */
export async function startTimers(
  parts: Parts,
  given: Pick<DueQueueDeps, 'onboardProject'> & {
    readonly store: OpenedStore
    readonly presence: RunningServer
  },
): Promise<Timers> {
  const { store, presence, onboardProject } = given
  const { now, log } = parts
  const queues = dueQueuesOf(parts, onboardProject)
  const { partition, stop: stopPartition } = await startWorkPartition({ ...presence, log })
  const dueTimer = startDueTimer({ store, now, log, partition, queues })
  const stops = [
    startPresenceTimer({
      ...presence,
      upgrades: UPGRADES,
      log,
      onSuperseded() {
        log.fatal(
          'a newer server has raised the format of the store: this version must not write to it; ending',
        )
        process.exit(1)
      },
    }),
    stopPartition,
    startSweepTimer({ sweep: store.sweep, now, log, isMine: () => partition.isMine('sweep') }),
  ]
  return {
    wake: dueTimer.wake,
    catchUp() {
      stops.push(
        startSyncTimer({
          sync: (only) => syncInstallations(parts, only),
          now,
          log,
          isMine: () => partition.isMine('sync'),
        }),
        startRedeliveryTimer({
          redeliver: (look) => redeliverFailed(parts, look),
          everyMs: REDELIVER_EVERY_MS,
          log,
        }),
      )
    },
    stop() {
      for (const stop of stops) stop()
      return dueTimer.stop()
    },
  }
}

/** The queues of due work, and the use case that does the work of each. */
function dueQueuesOf(parts: Parts, onboardProject: DueQueueDeps['onboardProject']): readonly DueQueue[] {
  const { store, logContext, feedback } = parts
  return [
    ...webhookQueues(parts),
    batchQueue(parts),
    creatorQueue(store, createCreatorChecks(parts)),
    outcomeQueue(parts),
    otherReviewerQueue(parts),
    ...createDueQueues({
      store,
      advanceDueJob: (key) => logContext.within({ ...key }, () => advanceDueJob(parts, key)),
      showJob: feedback.show,
      followPullRequest: (key, change) =>
        logContext.within({ ...key }, () => followPullRequest(parts, key, change)),
      refreshProject: (id) => logContext.within({ project: id }, () => refreshDueProject(parts, id)),
      workOnTrigger: (due, entry) => workOnTrigger(parts, due, entry),
      onboardProject,
    }),
  ]
}
