import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { WebhookList } from '../../../../contract/webhook.ts'
import { jsonResponse } from '../../shared/json-response.ts'
import { describeRefusals, describeResponse } from '../operation/describe-response.ts'
import type { Operation, V2Deps } from '../operation/operation.ts'
import { refuseQuery } from '../operation/page-query.ts'
import { changeWebhookRoutes } from './change-webhook.ts'
import { createWebhookRoute } from './create-webhook.ts'
import { deliveryRoutes } from './deliveries.ts'
import { managerOf, OF_WEBHOOKS } from './manage-webhooks.ts'
import { EXAMPLE_WEBHOOK, viewWebhook } from './view-webhook.ts'

/** Outgoing webhooks. */
export const webhookRoutes = (deps: V2Deps): readonly Operation[] => [
  createWebhookRoute(deps),
  listWebhooksRoute(deps),
  ...changeWebhookRoutes(deps),
  ...deliveryRoutes(deps),
]

const listWebhooksRoute = ({ access, outgoing: webhooks }: V2Deps): Operation => ({
  route: createRoute({
    ...OF_WEBHOOKS,
    operationId: 'listWebhooks',
    method: 'get',
    path: '/v2/webhooks',
    summary: 'List the webhooks',
    description:
      'Returns the webhooks of the account that cover no more projects than the API key, in the order of their creation.',
    request: { params: z.object({}) },
    responses: {
      200: describeResponse({
        description: 'The webhooks, at most 20.',
        schema: WebhookList,
        example: { webhooks: [EXAMPLE_WEBHOOK] },
      }),
      ...describeRefusals([400, 401, 403, 503]),
    },
  }),
  async handle(c) {
    const manager = await managerOf(access, c)
    refuseQuery(c)
    const list = (await webhooks.list(manager)).map(viewWebhook)
    return jsonResponse(c, 200, JSON.stringify({ webhooks: list }))
  },
})

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
