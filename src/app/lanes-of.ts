import type { Logger } from 'pino'
import type { Github } from './github/github.ts'
import type { LogContext } from './log/create-log.ts'
import type { Services } from './services.ts'
import { createKeyCreatorCheck } from './sessions/check-key-creator.ts'
import type { Store } from './store/store.ts'
import { batchLane } from './timers/batch-lane.ts'
import { keyLane } from './timers/key-lane.ts'
import { createLanes, type Lane, type LaneDeps } from './timers/lane.ts'
import { webhookLanes } from './timers/webhook-lanes.ts'

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
  const { projects, advanceJob, feedback, triggers } = services
  const { store, logContext, onboardProject } = deps
  return [
    ...webhookLanes(services.sending),
    batchLane(services.batches),
    keyLane({ store, checkKeyCreator: createKeyCreatorCheck(deps) }),
    ...createLanes({
      store,
      advanceJob,
      showJob: feedback.show,
      followPullRequest: services.followPullRequest,
      refreshProject: (id) => logContext.within({ project: id }, () => projects.refreshDue(id)),
      workOnTrigger: triggers.work,
      onboardProject,
    }),
  ]
}
