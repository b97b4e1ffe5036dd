import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import {
  DeliveryList,
  DeliveryView,
  NewWebhook,
  WebhookList,
  WebhookView,
  WebhookWithSecret,
} from '../../../../contract/webhook.ts'
import type { Manager, Webhooks } from '../../../outgoing/endpoints/webhooks.ts'
import { MAX_WEBHOOKS } from '../../../outgoing/webhook-record.ts'
import type { CallerAccess } from '../../auth/caller-access.ts'
import { HttpError } from '../../shared/http-error.ts'
import { type Env, jsonBody } from '../../shared/json-body.ts'
import { quoted } from '../../shared/quoted.ts'
import { API_KEY, describeBody, describeRefusals, describeResponse } from '../openapi/describe-response.ts'
import type { Operation } from '../openapi/operation.ts'
import { pageLimit } from '../request/job-query.ts'
import { jsonResponse } from '../request/json-response.ts'
import { linkHeader } from '../request/link-header.ts'
import { CursorQuery, readCursor, readQuery, refuseQuery, writeCursor } from '../request/page-query.ts'
import { viewDelivery, viewWebhook, viewWithSecret } from './view-webhook.ts'
import { EXAMPLE_DELIVERY, EXAMPLE_WEBHOOK } from './webhook-examples.ts'

export interface WebhookRoutesDeps {
  readonly access: CallerAccess
  readonly outgoing: Webhooks
}

const Id = z.object({ webhookId: z.string().describe('Id of the webhook.') })
const EventId = Id.extend({ eventId: z.string().describe('Id of the delivery.') })
const DeliveryQuery = CursorQuery.extend({ limit: pageLimit('deliveries') })
const PLACE = /^\d{13}\/evt_[\w]+$/
const BODY_LIMIT = 64 * 1024
const UNKNOWN = 'The webhook does not exist, or covers more than the API key.'

const described = { method: 'post' as const, tags: ['Webhooks'], security: API_KEY }

/** Outgoing webhooks. All operations need the scope `admin`. */
export function webhookRoutes({ access, outgoing: webhooks }: WebhookRoutesDeps): readonly Operation[] {
  const manage = async (c: Context<Env>): Promise<Manager> => {
    const key = await access.authenticate(c.env.incoming, 'admin')
    const address = access.address(c.env.incoming)
    return { key, by: { kind: 'key', id: key.id, name: key.name, via: 'api', address } }
  }
  const idOf = (c: Context<Env>): string => c.req.param('webhookId') ?? ''
  const found = <T>(c: Context<Env>, value: T | null): T => {
    if (value !== null) return value
    throw new HttpError(404, `there is no webhook ${quoted(idOf(c))}; GET /v2/webhooks lists them`)
  }

  return [
    {
      route: createRoute({
        ...described,
        operationId: 'createWebhook',
        path: '/v2/webhooks',
        summary: 'Create a webhook',
        description:
          'Sends events of jobs to a URL, signed as https://www.standardwebhooks.com describes. The webhook covers no more than the API key that makes it, and ends with that key. The response is the only one with the secret.',
        request: {
          params: z.object({}),
          body: describeBody(NewWebhook, { url: 'https://example.com/prentice', events: ['job.completed'] }),
        },
        responses: {
          201: describeResponse({
            description: 'The webhook, with its secret.',
            schema: WebhookWithSecret,
            example: { ...EXAMPLE_WEBHOOK, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
          }),
          ...describeRefusals([400, 401, 403, 404, 409, 413, 415, 503], {
            404: 'The API key does not cover one of the projects.',
            409: 'The key has a webhook for this URL and these projects, or the account has 20 webhooks.',
          }),
        },
      }),
      async handle(c) {
        await manage(c)
        const { value } = await jsonBody(c, NewWebhook, BODY_LIMIT)
        // The body may have taken a while: the key may have ended.
        const manager = await manage(c)
        for (const id of value.projectIds ?? []) await access.project(manager.key, id)
        const outcome = await webhooks.create(manager, value)
        switch (outcome.kind) {
          case 'created':
            return jsonResponse(c, 201, JSON.stringify(viewWithSecret(outcome.made)))
          case 'exists':
            throw new HttpError(409, `the webhook ${outcome.id} sends to this URL; delete it first`)
          case 'full':
            throw new HttpError(409, `the account has ${MAX_WEBHOOKS} webhooks; delete one first`)
        }
      },
    },
    {
      route: createRoute({
        ...described,
        operationId: 'listWebhooks',
        method: 'get',
        path: '/v2/webhooks',
        summary: 'List the webhooks',
        description:
          'Returns the webhooks of the account that cover no more than the API key, in the order of their creation.',
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
        const manager = await manage(c)
        refuseQuery(c)
        const list = (await webhooks.list(manager)).map(viewWebhook)
        return jsonResponse(c, 200, JSON.stringify({ webhooks: list }))
      },
    },
    {
      route: createRoute({
        ...described,
        operationId: 'deleteWebhook',
        method: 'delete',
        path: '/v2/webhooks/{webhookId}',
        summary: 'Delete a webhook',
        description: 'Deletes a webhook and what it has not delivered yet. It cannot be undone.',
        request: { params: Id },
        responses: {
          204: describeResponse({ description: 'It is deleted.' }),
          ...describeRefusals([401, 403, 404, 503], { 404: UNKNOWN }),
        },
      }),
      async handle(c) {
        found(c, await webhooks.remove(await manage(c), idOf(c)))
        return c.body(null, 204, { 'cache-control': 'private, no-cache' })
      },
    },
    {
      route: createRoute({
        ...described,
        operationId: 'rotateWebhook',
        path: '/v2/webhooks/{webhookId}/rotate',
        summary: 'Rotate the secret of a webhook',
        description:
          'Returns a new secret. For 24 hours, deliveries are signed with the old and the new one, so that the receiver can change in its own time.',
        request: { params: Id },
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
          ...describeRefusals([401, 403, 404, 409, 503], {
            404: UNKNOWN,
            409: 'Four secrets are valid. Wait until one has expired.',
          }),
        },
      }),
      async handle(c) {
        const outcome = found(c, await webhooks.rotate(await manage(c), idOf(c)))
        if (outcome.kind === 'too-many')
          throw new HttpError(409, 'four secrets of this webhook are valid; wait until one has expired')
        return jsonResponse(c, 200, JSON.stringify(viewWithSecret(outcome.made)))
      },
    },
    {
      route: createRoute({
        ...described,
        operationId: 'enableWebhook',
        path: '/v2/webhooks/{webhookId}/enable',
        summary: 'Enable a webhook',
        description:
          'Switches on a webhook that was switched off because nothing was delivered for 24 hours, and sends what is pending.',
        request: { params: Id },
        responses: {
          200: describeResponse({
            description: 'The webhook.',
            schema: WebhookView,
            example: EXAMPLE_WEBHOOK,
          }),
          ...describeRefusals([401, 403, 404, 503], { 404: UNKNOWN }),
        },
      }),
      async handle(c) {
        const shown = found(c, await webhooks.enable(await manage(c), idOf(c)))
        return jsonResponse(c, 200, JSON.stringify(viewWebhook(shown)))
      },
    },
    {
      route: createRoute({
        ...described,
        operationId: 'listDeliveries',
        method: 'get',
        path: '/v2/webhooks/{webhookId}/deliveries',
        summary: 'List the deliveries of a webhook',
        description:
          'Returns the deliveries of the last seven days, newest first. What the receiver responds is never kept, except for the status.',
        request: { params: Id, query: DeliveryQuery },
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
        const manager = await manage(c)
        const { limit, cursor } = readQuery(c, DeliveryQuery)
        const after = readCursor(cursor, PLACE)
        const page = found(c, await webhooks.deliveries(manager, idOf(c), { limit, after }))
        const nextCursor = page.next === null ? null : writeCursor(page.next)
        const body = JSON.stringify({ deliveries: page.deliveries.map(viewDelivery), nextCursor })
        return jsonResponse(c, 200, body, linkHeader({ limit }, nextCursor))
      },
    },
    {
      route: createRoute({
        ...described,
        operationId: 'redeliver',
        path: '/v2/webhooks/{webhookId}/deliveries/{eventId}/redeliver',
        summary: 'Send a delivery again',
        description:
          'Sends an event again, with the same `webhook-id` and a new timestamp, whatever became of it before.',
        request: { params: EventId },
        responses: {
          200: describeResponse({
            description: 'The delivery, which is pending.',
            schema: DeliveryView,
            example: { ...EXAMPLE_DELIVERY, status: 'pending', nextAttemptAt: '2026-11-20T23:05:00.000Z' },
          }),
          ...describeRefusals([401, 403, 404, 503], {
            404: 'The webhook or the delivery does not exist, or is older than seven days.',
          }),
        },
      }),
      async handle(c) {
        const event = c.req.param('eventId') ?? ''
        const delivery = await webhooks.redeliver(await manage(c), idOf(c), event)
        if (delivery === null)
          throw new HttpError(404, `there is no delivery ${quoted(event)} of a webhook ${quoted(idOf(c))}`)
        return jsonResponse(c, 200, JSON.stringify(viewDelivery(delivery)))
      },
    },
  ]
}
