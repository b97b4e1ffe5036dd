import { expect, test } from 'vitest'
import { NewWebhook } from '../../src/contract/webhooks/webhook.ts'

const URL = 'https://example.com/prentice'

test.each([
  [{}, 'url', 'is missing'],
  [{ url: 1 }, 'url', 'must be a string'],
  [{ url: 'http://example.com' }, 'url', expect.stringMatching(/^must be https on port 443/)],
  [{ url: URL, format: 'irc' }, 'format', 'must be one of standard, slack, teams'],
  [
    { url: URL, events: ['job.ended'] },
    'events.0',
    'must be one of job.created, job.updated, job.completed, job.failed, job.archived, message.created',
  ],
  [{ url: URL, events: [] }, 'events', 'must not be empty'],
])('%j is refused with what is allowed', (body, field, message) => {
  const issues = NewWebhook.safeParse(body).error?.issues ?? []
  expect(issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]])
})
