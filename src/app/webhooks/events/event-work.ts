import type { Probot } from 'probot'
import type { WorkStore } from '../../jobs/admit-request.ts'
import type { ProjectWork } from '../../projects/project.ts'

/** Where handlers say which events matter, as Probot offers it. */
export type GithubEvents = Pick<Probot, 'on'>

/** What the webhook handlers work with. They store and return: GitHub gives up on a delivery after 10 s. */
export type EventWork = WorkStore & ProjectWork
