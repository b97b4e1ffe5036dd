import { expect, test } from 'vitest'
import { NewWebhook } from '../../src/contract/webhook.ts'

const URL = 'https://example.com/prentice'

test.each([
  [{}, 'url', 'is missing'],
  [{ url: 1 }, 'url', 'must be a string'],
  [{ url: 'hook' }, 'url', 'must be a URL such as https://example.com/prentice'],
  [{ url: 'http://example.com' }, 'url', 'must use https instead of http'],
  [{ url: 'https://localhost/' }, 'url', 'must have a full host name instead of localhost'],
  [
    { url: 'http://me:it@127.1:9999/#x' },
    'url',
    'must use https instead of http, use port 443 instead of 9999, have a full host name instead of 127.0.0.1, contain no user or password and contain no `#`',
  ],
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
