import type { Logger } from 'pino'
import type { Retention } from '../domain/retention.ts'
import type { Github } from '../github/github.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Projects } from '../projects/projects.ts'
import type { Store } from '../store/store.ts'

export interface BatchDeps {
  readonly store: Store
  readonly now: () => number
  /** Called after a commit that makes a batch due. */
  readonly onDue: () => void
  readonly jobs: Pick<Jobs, 'create' | 'retry' | 'cancel' | 'load'>
  readonly projects: Pick<Projects, 'load' | 'refresh'>
  readonly github: Pick<Github, 'readBranchHead' | 'listFiles' | 'permissionOf' | 'loginOf'>
  readonly newBatchId: () => string
  readonly retention: Retention
  readonly log: Logger
}
