import type { Logger } from 'pino'
import type { Github } from '../github/github.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Projects } from '../projects/projects.ts'
import type { Store } from '../store/store.ts'
import type { CheckSender } from './check-sender.ts'

/** What the work on comments, reviews and labels needs. */
export interface TriggerWork {
  readonly store: Store
  readonly now: () => number
  readonly github: Github
  readonly jobs: Pick<Jobs, 'create' | 'sendMessage' | 'retry' | 'updateBranch' | 'cancel'>
  readonly projects: Pick<Projects, 'refresh' | 'switchedOff'>
  readonly checkSender: CheckSender
  readonly log: Logger
}
