import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { findMentions, type Mention } from '../../../mention/find-mention.ts'
import { fail } from '../../outcome/run-failure.ts'

const Person = z.object({ id: z.int(), login: z.string(), type: z.string() })
export type Person = z.infer<typeof Person>

const Issue = z.object({
  number: z.int().min(1),
  title: z.string(),
  body: z.string().nullable(),
  user: Person.nullable(),
  pull_request: z.unknown().optional(),
})
export type Issue = z.infer<typeof Issue>

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#issue_comment */
const Commented = z.object({
  action: z.string(),
  comment: z.object({
    id: z.int(),
    body: z.string(),
    user: Person.nullable(),
    performed_via_github_app: z.object({ slug: z.string().optional() }).nullish(),
  }),
  issue: Issue,
})

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#issues */
const Labelled = z.object({
  action: z.string(),
  label: z.object({ name: z.string() }).nullish(),
  sender: Person,
  issue: Issue,
})

/** What somebody asks for on an issue or a pull request, before their right to ask is known. */
export type Trigger =
  | { readonly kind: 'none'; readonly why: string }
  | {
      readonly kind: 'request'
      readonly by: Person
      /** The GitHub App through which somebody wrote the comment; `null`: none. */
      readonly app: string | null
      readonly issue: Issue
      /** `null`: a label asks. */
      readonly comment: number | null
      /** The label that was added; `null`: a comment asks. */
      readonly label: string | null
      /** At least one. A prompt without text: what the issue describes. */
      readonly mentions: readonly Mention[]
    }

/** What a trigger says of who asks, and how. */
export type WorkRequest = Extract<Trigger, { kind: 'request' }>

const none = (why: string): Trigger => ({ kind: 'none', why })

/** The texts are those of the event, as they stood then. Later edits do not count. Pure. */
export function findTrigger(event: 'issue_comment' | 'issues', payload: unknown): Trigger {
  return event === 'issues' ? findLabel(Labelled.parse(payload)) : findComment(Commented.parse(payload))
}

function findComment({ action, comment, issue }: z.infer<typeof Commented>): Trigger {
  const { id, body, user } = comment
  if (action !== 'created') return none('The comment is not new.')
  if (user === null) return none('The author of the comment is gone.')
  const mentions = findMentions(body, null)
  if (mentions.length === 0) return none('The comment does not mention Prentice.')
  const via = comment.performed_via_github_app
  const app = via ? (via.slug ?? '') : null
  return { kind: 'request', by: user, app, issue, comment: id, label: null, mentions }
}

function findLabel({ action, label, sender, issue }: z.infer<typeof Labelled>): Trigger {
  if (action !== 'labeled' || !label) return none('No label was added.')
  if (issue.pull_request) return none('A label on a pull request starts no work.')
  const mentions = [{ kind: 'prompt', text: '' }] as const
  return { kind: 'request', by: sender, app: null, issue, comment: null, label: label.name, mentions }
}

/** The payload of the event, as the runner stores it. */
export async function readPayload(path: string | undefined): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path ?? '', 'utf8'))
  } catch (error) {
    throw fail('input-invalid', 'GITHUB_EVENT_PATH names no readable file', error)
  }
}
