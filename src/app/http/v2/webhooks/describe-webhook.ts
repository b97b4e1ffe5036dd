import type { z } from 'zod'

/** What the server sends, in the part `webhooks` of the description. */
export const describeWebhook = (payload: z.ZodType) => ({
  method: 'post' as const,
  path: 'event',
  operationId: 'event',
  summary: 'An event of a job',
  description:
    'Sent to the URL of a webhook in the format `standard`, signed as https://www.standardwebhooks.com describes.',
  tags: ['Webhooks'],
  security: [],
  request: { body: { required: true, content: { 'application/json': { schema: payload } } } },
  responses: {
    204: {
      description:
        'A status from 200 to 299 accepts the event. After any other status, the server retries the delivery.',
    },
  },
})
