import { z } from 'zod'
import { botOf, namesBot } from '../../../mention/named-bots.ts'
import { projectIdOf } from '../../projects/project.ts'
import type { Person as Asker, IssueRecord, TriggerRequest } from '../../triggers/trigger-request.ts'
import type { WebhookDeps } from './deps.ts'

const Person = z.object({ id: z.int(), login: z.string(), type: z.string() })

/** What the payloads of issues, comments and reviews have in common. */
const Common = z.object({
  sender: Person,
  repository: z.object({ id: z.int() }),
})

export const Authored = z.object({
  user: Person.nullable(),
  author_association: z.string().optional(),
  performed_via_github_app: z.object({ slug: z.string().optional() }).nullish(),
})

export const Issue = z
  .object({
    number: z.int(),
    title: z.string(),
    body: z.string().nullish(),
    user: Person.nullable(),
  })
  .transform(
    ({ number, title, body, user }): IssueRecord => ({
      number,
      title,
      body: body ?? '',
      author: user && readAsker(user),
    }),
  )

/** `null`: neither a person nor the bot of an App. */
function readAsker({ id, login, type }: z.infer<typeof Person>): Asker | null {
  const isBot = botOf(login) !== null
  return type === (isBot ? 'Bot' : 'User') ? { id, login } : null
}

/** People whom GitHub counts among those of the repository. */
const MEMBERS = new Set(['OWNER', 'MEMBER', 'COLLABORATOR'])

export const isMember = (association: string | undefined): boolean => MEMBERS.has(association ?? '')

type Given<T> = T extends TriggerRequest ? Omit<T, 'sender' | 'app' | 'at'> : never

/**
 * Stores a request, as a webhook brings it. A bot, or a person through an App, could be made to repeat what a stranger
 * wrote. So they ask only if the settings name the App.
 */
export async function receiveTrigger(
  { triggers, projects, now }: WebhookDeps,
  payload: unknown,
  request: Given<TriggerRequest>,
  /** The comment or the review, as the payload has it; `null`: a label asks. */
  written: z.infer<typeof Authored> | null = null,
): Promise<void> {
  const read = Common.safeParse(payload)
  const sender = read.success ? readAsker(read.data.sender) : null
  if (!read.success || sender === null) return
  // The rights of one person must not make the text of another a request.
  if (written !== null && written.user?.id !== sender.id) return
  const { repository } = read.data
  const project = await projects.load(projectIdOf(repository.id))
  if (project === null || project.installationId === null || project.config?.triggers.comments === false)
    return
  const via = written?.performed_via_github_app
  const bot = botOf(sender.login)
  // None for a person who wrote it on GitHub's page: there, only their own rights decide, when the request is worked on.
  const apps = [...(bot === null ? [] : [bot]), ...(via ? [via.slug ?? ''] : [])]
  if (!apps.every((app) => namesBot(project.config?.triggers.bots ?? [], app))) return
  await triggers.receive(project, {
    ...request,
    ...(bot !== null && { isMember: true }),
    ...(via?.slug !== undefined && { app: via.slug }),
    sender,
    at: now(),
  })
}
