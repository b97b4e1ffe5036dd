import type { OutboxEvent } from '../outbox-entry.ts'

/** The body of a delivery in the format of its webhook. Pure. */
export function composeBody(format: string, { payload }: OutboxEvent): string {
  switch (format) {
    case 'slack':
      return JSON.stringify({ text: slackText(payload) })
    case 'teams':
      return JSON.stringify(teamsMessage(payload))
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
}

interface Told {
  readonly what: string
  readonly title: string
  readonly repository: string
  readonly repositoryUrl: string
  readonly prLink: string | null
  readonly reason: string | null
}

function tell({ type, data: { job } }: Payload): Told {
  const isOver = type === 'job.completed' || type === 'job.failed'
  return {
    what: HAPPENED[type] ?? type,
    title: job.title ?? 'a job',
    repository: job.source.repository.split('/').slice(-2).join('/'),
    repositoryUrl: job.source.repository,
    prLink: job.prLink,
    reason: isOver ? job.reason : null,
  }
}

/** Slack's three: https://docs.slack.dev/messaging/formatting-message-text#escaping */
const inert = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function slackText(payload: Payload): string {
  const { what, title, repository, repositoryUrl, prLink, reason } = tell(payload)
  const parts = [`Prentice ${what} “${inert(title)}” in <${inert(repositoryUrl)}|${inert(repository)}>`]
  if (reason !== null) parts.push(`(${inert(reason)})`)
  if (prLink !== null) parts.push(`– <${inert(prLink)}|pull request>`)
  return parts.join(' ')
}

/** https://learn.microsoft.com/power-automate/teams/send-a-message-in-teams: Workflows take a card. */
function teamsMessage(payload: Payload): object {
  const { what, title, repository, repositoryUrl, prLink, reason } = tell(payload)
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
            { type: 'Action.OpenUrl', title: 'Repository', url: repositoryUrl },
          ],
        },
      },
    ],
  }
}
