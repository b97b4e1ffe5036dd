import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { DeliveryList, DeliveryView } from '../../../../contract/webhook.ts'
import { HttpError, quoted } from '../../shared/http-error.ts'
import { jsonResponse } from '../../shared/json-response.ts'
import { describeRefusals, describeResponse } from '../operation/describe-response.ts'
import type { Operation, V2Deps } from '../operation/operation.ts'
import {
  CursorQuery,
  linkHeader,
  pageLimit,
  readCursor,
  readQuery,
  refuseQuery,
  writeCursor,
} from '../operation/page-query.ts'
import { found, managerOf, OF_WEBHOOKS, UNKNOWN, WebhookParameters, webhookIdOf } from './manage-webhooks.ts'
import { EXAMPLE_DELIVERY, viewDelivery } from './view-webhook.ts'

const DeliveryParameters = WebhookParameters.extend({ eventId: z.string().describe('Id of the delivery.') })
const DeliveryQuery = CursorQuery.extend({ limit: pageLimit('deliveries') })
const PLACE = /^\d{13}\/evt_[\w]+$/

export const deliveryRoutes = ({ access, outgoing: webhooks }: V2Deps): readonly Operation[] => [
  {
    route: createRoute({
      ...OF_WEBHOOKS,
      operationId: 'listDeliveries',
      method: 'get',
      path: '/v2/webhooks/{webhookId}/deliveries',
      summary: 'List the deliveries of a webhook',
      description:
        'Returns the deliveries of the last seven days, newest first. The server stores only the status of a response, not its body.',
      request: { params: WebhookParameters, query: DeliveryQuery },
      responses: {
        200: describeResponse({
          description: 'A page of deliveries.',
          schema: DeliveryList,
          headers: ['Link?'],
          example: { deliveries: [EXAMPLE_DELIVERY], nextCursor: null },
        }),
        ...describeRefusals([400, 401, 403, 404, 503], { 404: UNKNOWN }),
      },
    }),
    async handle(c) {
      const manager = await managerOf(access, c)
      const { limit, cursor } = readQuery(c, DeliveryQuery)
      const after = readCursor(cursor, PLACE)
      const page = found(c, await webhooks.deliveries(manager, webhookIdOf(c), { limit, after }))
      const nextCursor = page.next === null ? null : writeCursor(page.next)
      const body = JSON.stringify({ deliveries: page.deliveries.map(viewDelivery), nextCursor })
      return jsonResponse(c, 200, body, linkHeader({ limit }, nextCursor))
    },
  },
  {
    route: createRoute({
      ...OF_WEBHOOKS,
      operationId: 'testWebhook',
      path: '/v2/webhooks/{webhookId}/test',
      summary: 'Send a test event',
      description:
        'Sends an event of the type `webhook.test`, signed and retried like any other. It has the fields of a job that does not exist. The deliveries of the webhook show the result.',
      request: { params: WebhookParameters },
      responses: {
        200: describeResponse({
          description: 'The delivery, which is pending.',
          schema: DeliveryView,
          example: {
            ...EXAMPLE_DELIVERY,
            type: 'webhook.test',
            status: 'pending',
            nextAttemptAt: EXAMPLE_DELIVERY.createdAt,
            attempts: [],
          },
        }),
        ...describeRefusals([400, 401, 403, 404, 409, 503], {
          404: UNKNOWN,
          409: 'The webhook is disabled. Enable it first.',
        }),
      },
    }),
    async handle(c) {
      const manager = await managerOf(access, c)
      refuseQuery(c)
      const sent = found(c, await webhooks.sendTest(manager, webhookIdOf(c)))
      if (sent === 'disabled')
        throw new HttpError(409, `the webhook ${quoted(webhookIdOf(c))} is disabled; enable it first`)
      return jsonResponse(c, 200, JSON.stringify(viewDelivery(sent)))
    },
  },
  {
    route: createRoute({
      ...OF_WEBHOOKS,
      operationId: 'redeliver',
      path: '/v2/webhooks/{webhookId}/deliveries/{eventId}/redeliver',
      summary: 'Send a delivery again',
      description:
        'Sends an event again, with the same `webhook-id` and a new timestamp, even if it was delivered before.',
      request: { params: DeliveryParameters },
      responses: {
        200: describeResponse({
          description: 'The delivery, which is pending.',
          schema: DeliveryView,
          example: { ...EXAMPLE_DELIVERY, status: 'pending', nextAttemptAt: '2026-11-20T23:05:00.000Z' },
        }),
        ...describeRefusals([400, 401, 403, 404, 503], {
          404: 'The webhook or the delivery does not exist, or is older than seven days.',
        }),
      },
    }),
    async handle(c) {
      const event = c.req.param('eventId') ?? ''
      const manager = await managerOf(access, c)
      refuseQuery(c)
      const delivery = await webhooks.redeliver(manager, webhookIdOf(c), event)
      if (delivery === null)
        throw new HttpError(
          404,
          `there is no delivery ${quoted(event)} of a webhook ${quoted(webhookIdOf(c))}`,
        )
      return jsonResponse(c, 200, JSON.stringify(viewDelivery(delivery)))
    },
  },
]
