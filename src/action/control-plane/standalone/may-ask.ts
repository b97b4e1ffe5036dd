import { botOf, namesBot } from '../../../mention/named-bots.ts'
import type { Issues } from './connect-issues.ts'
import type { Person } from './read-trigger.ts'
import type { Triggers } from './read-triggers.ts'

/** Whether the settings decide about a request, because a bot made it, or a person through a GitHub App. */
export const isOfApp = ({ login }: Person, app: string | null): boolean =>
  botOf(login) !== null || app !== null

/** Whether a person, or a bot that the settings name, may ask now. `app`: the GitHub App through which they did. */
export async function mayAsk(
  issues: Pick<Issues, 'mayWrite'>,
  { bots }: Pick<Triggers, 'bots'>,
  by: Person,
  app: string | null,
): Promise<boolean> {
  if (app !== null && !namesBot(bots, app)) return false
  if (by.type !== (botOf(by.login) === null ? 'User' : 'Bot')) return false
  return mayStart(issues, { bots }, by)
}

/** As `mayAsk`, for somebody who has started a workflow run, of whom GitHub shows no type. */
export async function mayStart(
  issues: Pick<Issues, 'mayWrite'>,
  { bots }: Pick<Triggers, 'bots'>,
  by: Pick<Person, 'id' | 'login'>,
): Promise<boolean> {
  const bot = botOf(by.login)
  return bot === null ? issues.mayWrite(by) : namesBot(bots, bot)
}
