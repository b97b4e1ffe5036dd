import { z } from 'zod'
import { projectIdOf } from '../projects/project.ts'
import type { IssueRecord, TriggerRequest } from '../triggers/trigger-request.ts'
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
  performed_via_github_app: z.object({}).nullish(),
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
      author: user?.type === 'User' ? { id: user.id, login: user.login } : null,
    }),
  )

/** People whom GitHub counts among those of the repository. */
const MEMBERS = new Set(['OWNER', 'MEMBER', 'COLLABORATOR'])

export const isMember = (association: string | undefined): boolean => MEMBERS.has(association ?? '')

type Given<T> = T extends TriggerRequest ? Omit<T, 'sender' | 'at'> : never

/**
 * Stores a request of a person, as a webhook brings it. Bots never ask, nor do Apps in the name of a person: either could
 * be made to repeat what a stranger wrote.
 */
export async function receiveTrigger(
  { triggers, projects, now }: WebhookDeps,
  payload: unknown,
  request: Given<TriggerRequest>,
): Promise<void> {
  const read = Common.safeParse(payload)
  if (!read.success || read.data.sender.type !== 'User') return
  const { sender, repository } = read.data
  const project = await projects.load(projectIdOf(repository.id))
  if (project === null || project.installationId === null || project.config?.triggers.comments === false)
    return
  await triggers.receive(project, {
    ...request,
    sender: { id: sender.id, login: sender.login },
    at: now(),
  })
}
