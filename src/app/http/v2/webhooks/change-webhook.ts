import { createRoute } from '@hono/zod-openapi'
import { WebhookEdit, WebhookView, WebhookWithSecret } from '../../../../contract/webhook.ts'
import { HttpError } from '../../shared/http-error.ts'
import { jsonResponse } from '../../shared/json-response.ts'
import { describeBody, describeRefusals, describeResponse } from '../operation/describe-response.ts'
import type { Operation, V2Deps } from '../operation/operation.ts'
import { refuseQuery } from '../operation/page-query.ts'
import { readJson } from '../operation/request-caller.ts'
import {
  BODY_LIMIT,
  found,
  managerOf,
  OF_WEBHOOKS,
  UNKNOWN,
  WebhookParameters,
  webhookIdOf,
} from './manage-webhooks.ts'
import { EXAMPLE_WEBHOOK, viewWebhook, viewWithSecret } from './view-webhook.ts'

export const changeWebhookRoutes = ({ access, outgoing: webhooks }: V2Deps): readonly Operation[] => [
  {
    route: createRoute({
      ...OF_WEBHOOKS,
      operationId: 'deleteWebhook',
      method: 'delete',
      path: '/v2/webhooks/{webhookId}',
      summary: 'Delete a webhook',
      description: 'Deletes a webhook and its pending deliveries. This cannot be undone.',
      request: { params: WebhookParameters },
      responses: {
        204: describeResponse({ description: 'It is deleted.' }),
        ...describeRefusals([400, 401, 403, 404, 503], { 404: UNKNOWN }),
      },
    }),
    async handle(c) {
      const manager = await managerOf(access, c)
      refuseQuery(c)
      found(c, await webhooks.remove(manager, webhookIdOf(c)))
      return c.body(null, 204, { 'cache-control': 'private, no-cache' })
    },
  },
  {
    route: createRoute({
      ...OF_WEBHOOKS,
      operationId: 'editWebhook',
      method: 'patch',
      path: '/v2/webhooks/{webhookId}',
      summary: 'Edit a webhook',
      description:
        'Changes the URL, the name or the events of a webhook. Fields that are absent stay. Its projects and its format do not change: for others, create another webhook.',
      request: {
        params: WebhookParameters,
        body: describeBody(WebhookEdit, { events: ['job.completed', 'job.failed'] }),
      },
      responses: {
        200: describeResponse({
          description: 'The webhook.',
          schema: WebhookView,
          headers: ['Prentice-Ignored-Fields?'],
          example: { ...EXAMPLE_WEBHOOK, events: ['job.completed', 'job.failed'] },
        }),
        ...describeRefusals([400, 401, 403, 404, 413, 415, 503], {
          404: UNKNOWN,
          413: 'The body is larger than 64 KiB.',
        }),
      },
    }),
    async handle(c) {
      await managerOf(access, c)
      refuseQuery(c)
      const { value } = await readJson(c, WebhookEdit, BODY_LIMIT)
      // The body may have taken a while: the key may have ended.
      const manager = await managerOf(access, c)
      const shown = found(c, await webhooks.edit(manager, webhookIdOf(c), value))
      return jsonResponse(c, 200, JSON.stringify(viewWebhook(shown)))
    },
  },
  {
    route: createRoute({
      ...OF_WEBHOOKS,
      operationId: 'rotateWebhook',
      path: '/v2/webhooks/{webhookId}/rotate',
      summary: 'Rotate the secret of a webhook',
      description:
        'Returns a new secret. For 24 hours, deliveries are signed with the old and the new one, so that you can update the receiver meanwhile.',
      request: { params: WebhookParameters },
      responses: {
        200: describeResponse({
          description: 'The webhook, with its new secret.',
          schema: WebhookWithSecret,
          example: {
            ...EXAMPLE_WEBHOOK,
            secretExpiresAt: '2026-11-21T23:02:31.000Z',
            secret: 'whsec_plJ3nmyCDGBKInavdOK15jsl0v0JnTVr',
          },
        }),
        ...describeRefusals([400, 401, 403, 404, 409, 503], {
          404: UNKNOWN,
          409: 'Four secrets are valid. Wait until one has expired.',
        }),
      },
    }),
    async handle(c) {
      const manager = await managerOf(access, c)
      refuseQuery(c)
      const outcome = found(c, await webhooks.rotate(manager, webhookIdOf(c)))
      if (outcome.kind === 'too-many')
        throw new HttpError(409, 'four secrets of this webhook are valid; wait until one has expired')
      return jsonResponse(c, 200, JSON.stringify(viewWithSecret(outcome.made)))
    },
  },
  {
    route: createRoute({
      ...OF_WEBHOOKS,
      operationId: 'disableWebhook',
      path: '/v2/webhooks/{webhookId}/disable',
      summary: 'Disable a webhook',
      description:
        'Stops a webhook until it is enabled. Pending deliveries wait, and the server does not record new events for it.',
      request: { params: WebhookParameters },
      responses: {
        200: describeResponse({
          description: 'The webhook.',
          schema: WebhookView,
          example: {
            ...EXAMPLE_WEBHOOK,
            status: 'disabled',
            disabledReason: 'disabled by API key ci: enable it to send events again',
          },
        }),
        ...describeRefusals([400, 401, 403, 404, 503], { 404: UNKNOWN }),
      },
    }),
    async handle(c) {
      const manager = await managerOf(access, c)
      refuseQuery(c)
      const shown = found(c, await webhooks.disable(manager, webhookIdOf(c)))
      return jsonResponse(c, 200, JSON.stringify(viewWebhook(shown)))
    },
  },
  {
    route: createRoute({
      ...OF_WEBHOOKS,
      operationId: 'enableWebhook',
      path: '/v2/webhooks/{webhookId}/enable',
      summary: 'Enable a webhook',
      description:
        'Enables a disabled webhook, and sends the pending deliveries. If the server disabled it, remove the cause first: see `disabledReason`.',
      request: { params: WebhookParameters },
      responses: {
        200: describeResponse({
          description: 'The webhook.',
          schema: WebhookView,
          example: EXAMPLE_WEBHOOK,
        }),
        ...describeRefusals([400, 401, 403, 404, 503], { 404: UNKNOWN }),
      },
    }),
    async handle(c) {
      const manager = await managerOf(access, c)
      refuseQuery(c)
      const shown = found(c, await webhooks.enable(manager, webhookIdOf(c)))
      return jsonResponse(c, 200, JSON.stringify(viewWebhook(shown)))
    },
  },
]
