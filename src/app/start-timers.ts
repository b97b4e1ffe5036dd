import type { Logger } from 'pino'
import type { Github } from './github/github.ts'
import type { LogContext } from './log/create-log.ts'
import type { Projects } from './projects/projects.ts'
import { UPGRADES } from './records/upgrades.ts'
import type { Services } from './services.ts'
import { createKeyCreatorCheck } from './sessions/check-key-creator.ts'
import type { RunningServer } from './store/server-presence.ts'
import type { OpenedStore, Store } from './store/store.ts'
import { startRedeliveryTimer, startSyncTimer } from './timers/catch-up.ts'
import { type DueTimer, startDueTimer } from './timers/due-timer.ts'
import { batchLane, createLanes, keyLane, type Lane, type LaneDeps, webhookLanes } from './timers/lanes.ts'
import { startPresenceTimer } from './timers/presence-timer.ts'
import { startSweepTimer } from './timers/sweep-timer.ts'
import { startWorkShare } from './timers/work-share.ts'
import { REDELIVER_EVERY_MS, redeliverFailed } from './webhooks/redeliver-failed.ts'

interface TimersDeps {
  readonly store: OpenedStore
  readonly presence: RunningServer
  readonly lanes: readonly Lane[]
  readonly github: Github
  readonly projects: Pick<Projects, 'sync'>
  readonly now: () => number
  readonly log: Logger
}

export interface Timers extends DueTimer {
  /** Starts the timers that ask GitHub for what the server has missed: it listens, and so receives what they request. */
  readonly catchUp: () => void
}

/** Starts everything that recurs, in the share of it that is this server's. */
export async function startTimers(deps: TimersDeps): Promise<Timers> {
  const { store, presence, lanes, github, projects, now, log } = deps
  const { share, stop: stopShare } = await startWorkShare({ ...presence, log })
  const dueTimer = startDueTimer({ store, now, log, share, lanes })
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
    stopShare,
    startSweepTimer({ sweep: store.sweep, now, log, isMine: () => share.isMine('sweep') }),
  ]
  return {
    wake: dueTimer.wake,
    catchUp() {
      stops.push(
        startSyncTimer({ sync: projects.sync, now, log, isMine: () => share.isMine('sync') }),
        startRedeliveryTimer({
          redeliver: (look) => redeliverFailed({ store, github, now, log }, look),
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

interface LanesDeps extends Pick<LaneDeps, 'onboardProject'> {
  readonly store: Store
  readonly now: () => number
  readonly github: Github
  /** How long audit entries are kept. */
  readonly auditMs: number
  readonly log: Logger
  readonly logContext: LogContext
}

/** The lanes of due work, and which service does the work of each. */
export function lanesOf(services: Services, deps: LanesDeps): readonly Lane[] {
  const { projects, worker, feedback, triggers } = services
  const { store, logContext, onboardProject } = deps
  return [
    ...webhookLanes(services.sending),
    batchLane(services.batches),
    keyLane({ store, checkKeyCreator: createKeyCreatorCheck(deps) }),
    ...createLanes({
      store,
      advanceJob: worker.advance,
      showJob: feedback.show,
      followPullRequest: services.followPullRequest,
      refreshProject: (id) => logContext.within({ project: id }, () => projects.refreshDue(id)),
      workOnTrigger: triggers.work,
      onboardProject,
    }),
  ]
}
