import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { WebhookList } from '../../../../contract/webhook.ts'
import { jsonResponse } from '../../shared/json-response.ts'
import { describeRefusals, describeResponse } from '../openapi/describe-response.ts'
import type { Operation } from '../openapi/operation.ts'
import { refuseQuery } from '../request/page-query.ts'
import { managerOf, OF_WEBHOOKS, type WebhookRoutesDeps } from './manage-webhooks.ts'
import { viewWebhook } from './view-webhook.ts'
import { EXAMPLE_WEBHOOK } from './webhook-examples.ts'

export const listWebhooksRoute = ({ access, outgoing: webhooks }: WebhookRoutesDeps): Operation => ({
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
