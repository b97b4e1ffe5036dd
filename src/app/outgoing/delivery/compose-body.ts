import { createHmac } from 'node:crypto'
import { TEST_EVENT } from '../../../contract/webhook.ts'
import type { OutboxEvent } from '../../outbox/outbox-entry.ts'

/** Address of the page of a job in the dashboard; `null`: this server has no dashboard. */
export type JobPage = (job: { readonly projectId: string; readonly id: string }) => string | null

/** The body of a delivery in the format of its webhook. Pure. */
export function composeBody(format: string, { payload }: OutboxEvent, jobPage: JobPage): string {
  switch (format) {
    case 'slack':
      return JSON.stringify({ text: slackText(tell(payload, jobPage)) })
    case 'teams':
      return JSON.stringify(teamsMessage(tell(payload, jobPage)))
    default:
      return JSON.stringify(payload)
  }
}

type Payload = OutboxEvent['payload']

const HAPPENED: Readonly<Record<string, string>> = {
  'job.created': 'started work on',
  'job.updated': 'continues',
  'job.completed': 'completed',
  'job.failed': 'failed at',
  'job.archived': 'archived',
  'message.created': 'got a follow-up to',
  [TEST_EVENT]: 'sends a test event:',
}

interface Told {
  readonly what: string
  readonly title: string
  readonly repository: string
  readonly repositoryUrl: string
  readonly prLink: string | null
  /** In words; `null`: nothing has failed. */
  readonly reason: string | null
  readonly page: string | null
}

function tell({ type, data: { job } }: Payload, jobPage: JobPage): Told {
  const isAsked = type === 'job.completed' && job.reason === 'input-required'
  const isOver = (type === 'job.completed' || type === 'job.failed') && !isAsked
  return {
    what: isAsked ? 'has a question about' : (HAPPENED[type] ?? type),
    title: job.title ?? 'a job',
    repository: job.source.repository.split('/').slice(-2).join('/'),
    repositoryUrl: job.source.repository,
    prLink: job.prLink,
    reason: isOver ? (job.reason?.replaceAll('-', ' ') ?? null) : null,
    page: type === TEST_EVENT ? null : jobPage(job),
  }
}

/** Slack's three: https://docs.slack.dev/messaging/formatting-message-text#escaping */
const inert = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function slackText({ what, title, repository, repositoryUrl, prLink, reason, page }: Told): string {
  const parts = [`Prentice ${what} “${inert(title)}” in <${inert(repositoryUrl)}|${inert(repository)}>`]
  if (reason !== null) parts.push(`(${inert(reason)})`)
  const links = [
    ...(prLink === null ? [] : [`<${inert(prLink)}|pull request>`]),
    ...(page === null ? [] : [`<${inert(page)}|job>`]),
  ]
  if (links.length > 0) parts.push(`– ${links.join(', ')}`)
  return parts.join(' ')
}

/** https://learn.microsoft.com/power-automate/teams/send-a-message-in-teams: Workflows take a card. */
function teamsMessage({ what, title, repository, repositoryUrl, prLink, reason, page }: Told): object {
  const text = `Prentice ${what} “${title}” in ${repository}${reason === null ? '' : ` (${reason})`}`
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          // Not a TextBlock: it would read the title as Markdown.
          body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] }],
          actions: [
            ...(prLink === null ? [] : [{ type: 'Action.OpenUrl', title: 'Pull request', url: prLink }]),
            ...(page === null ? [] : [{ type: 'Action.OpenUrl', title: 'Job', url: page }]),
            { type: 'Action.OpenUrl', title: 'Repository', url: repositoryUrl },
          ],
        },
      },
    ],
  }
}

const PREFIX = 'whsec_'

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export const formatSecret = (bytes: Buffer): string => PREFIX + bytes.toString('base64')

/** One signature for each secret that is valid, so that receivers need not change theirs at the moment of a rotation. */
export function signDelivery(
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const sign = (secret: string): string =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}
