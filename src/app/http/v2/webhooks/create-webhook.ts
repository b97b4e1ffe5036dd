import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { NewWebhook, WebhookWithSecret } from '../../../../contract/webhook.ts'
import { MAX_WEBHOOKS } from '../../../outbox/outbox-entry.ts'
import { admissionError } from '../../shared/admission-error.ts'
import { HttpError } from '../../shared/http-error.ts'
import { jsonResponse } from '../../shared/json-response.ts'
import { describeBody, describeRefusals, describeResponse } from '../operation/describe-response.ts'
import type { Operation, V2Deps } from '../operation/operation.ts'
import { refuseQuery } from '../operation/page-query.ts'
import { IdempotencyHeaders, idempotencyKeyOf, readJson } from '../operation/request-caller.ts'
import { BODY_LIMIT, managerOf, OF_WEBHOOKS } from './manage-webhooks.ts'
import { EXAMPLE_WEBHOOK, viewWithSecret } from './view-webhook.ts'

export const createWebhookRoute = ({ access, outgoing: webhooks }: V2Deps): Operation => ({
  route: createRoute({
    ...OF_WEBHOOKS,
    operationId: 'createWebhook',
    path: '/v2/webhooks',
    summary: 'Create a webhook',
    description:
      'Creates a webhook, which sends events of jobs to a URL, signed as https://www.standardwebhooks.com describes. It covers no more projects than the API key that creates it, and ends with that key. The secret is not shown again.',
    request: {
      params: z.object({}),
      headers: IdempotencyHeaders,
      body: describeBody(NewWebhook, { url: 'https://example.com/prentice', events: ['job.completed'] }),
    },
    responses: {
      201: describeResponse({
        description: 'The webhook, with its secret.',
        schema: WebhookWithSecret,
        headers: ['Prentice-Ignored-Fields?'],
        example: { ...EXAMPLE_WEBHOOK, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
      }),
      ...describeRefusals([400, 401, 403, 404, 409, 413, 415, 503], {
        404: 'The API key does not cover one of the projects.',
        409: 'The key already has a webhook for this URL and these projects, or the account has 30 webhooks, an owner has 15, its members who are not owners have 20, or one of them has 10; or the `Idempotency-Key` was used with another body, or for a webhook that was deleted.',
        413: 'The body is larger than 64 KiB.',
      }),
    },
  }),
  async handle(c) {
    await managerOf(access, c)
    refuseQuery(c)
    const { value, text } = await readJson(c, NewWebhook, BODY_LIMIT)
    // The body may have taken a while: the key may have ended.
    const manager = await managerOf(access, c)
    for (const id of value.projectIds ?? []) await access.project(manager.key, id)
    const project = { id: `account-${manager.accountId}` }
    const idempotencyKey = idempotencyKeyOf(c, manager.key, project, text)
    const outcome = await webhooks.create(
      manager,
      { kind: 'key', keyId: manager.key.id },
      value,
      idempotencyKey,
    )
    switch (outcome.kind) {
      case 'created':
        return jsonResponse(c, 201, JSON.stringify(viewWithSecret(outcome.made)))
      case 'exists':
        throw new HttpError(409, `the webhook ${outcome.id} already sends to this URL; delete it first`)
      case 'idempotency-conflict':
        throw admissionError(outcome)
      case 'ended':
        throw new HttpError(
          409,
          `the webhook ${outcome.id} was deleted, or its secret cannot be shown any more; use a new Idempotency-Key for a new webhook`,
        )
      case 'full':
        throw new HttpError(409, whyFull(outcome.of, manager.member.name))
    }
  },
})

function whyFull(of: keyof typeof MAX_WEBHOOKS, name: string): string {
  switch (of) {
    case 'account':
      return `the account has ${MAX_WEBHOOKS.account} webhooks; delete one first`
    case 'owner':
      return `${MAX_WEBHOOKS.owner} webhooks belong to ${name}, the limit of one owner of the account; delete one first`
    case 'members':
      return `those who are not owners of the account have ${MAX_WEBHOOKS.members} webhooks, their limit together; delete one first, or use an API key that covers all projects`
    case 'member':
      return `${MAX_WEBHOOKS.member} webhooks belong to ${name}, the limit of one member of the account; delete one first`
  }
}
