import type { Logger } from 'pino'
import type { Probot } from 'probot'
import type { Github } from '../../github/github.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Projects } from '../../projects/projects.ts'
import type { JobStore } from '../../records/update-job.ts'
import type { Triggers } from '../../triggers/triggers.ts'

/** Where handlers say which events matter, as Probot offers it. */
export type GithubEvents = Pick<Probot, 'on'>

/** What the webhook handlers call. They store and return: GitHub gives up on a delivery after 10 s. */
export interface WebhookDeps extends JobStore {
  readonly jobs: Pick<Jobs, 'cancel' | 'retry'>
  readonly projects: Projects
  readonly github: Pick<Github, 'permissionOf' | 'isTeamMember'>
  readonly triggers: Omit<Triggers, 'work'>
  readonly log: Logger
  /** Web URL of GitHub. */
  readonly serverUrl: string
}
