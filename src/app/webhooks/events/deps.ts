import type { Logger } from 'pino'
import type { Probot } from 'probot'
import type { Github } from '../../github/github.ts'
import type { Account } from '../../github/repository.ts'
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

/** The account of an installation event; enterprises have no login of that kind and own no repositories. */
export const accountOf = (installation: { account: unknown }): Account | null => {
  const { account } = installation
  if (typeof account !== 'object' || account === null || !('login' in account) || !('id' in account))
    return null
  return typeof account.login === 'string' && isId(account.id)
    ? { id: account.id, login: account.login }
    : null
}

/** Who caused the event; `null`: the payload does not say. */
export const senderIdOf = ({ sender }: { readonly sender?: unknown }): number | null =>
  typeof sender === 'object' && sender !== null && 'id' in sender && isId(sender.id) ? sender.id : null

const isId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) >= 0
