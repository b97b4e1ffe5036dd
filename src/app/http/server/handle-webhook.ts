import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LogIds } from '../../log/create-log.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { deliveryIdOf, type ReceiveWebhook } from '../../webhooks/receive.ts'
import { HttpError } from '../shared/http-error.ts'
import { type BodyBudget, createBodyBudget, readBody } from '../shared/read-body.ts'

/** GitHub sends no larger one: https://docs.github.com/en/webhooks/webhook-events-and-payloads */
const WEBHOOK_LIMIT = 25 * 1024 * 1024
/** Of all webhooks together. The signature can only be verified when a body has arrived, so anybody can fill it. */
const ALL_WEBHOOKS_LIMIT = 64 * 1024 * 1024
/**
 * GitHub waits 10 s for a response: https://docs.github.com/en/webhooks/using-webhooks/handling-webhook-deliveries. Whoever takes
 * longer for the request alone is somebody else, and would keep large webhooks out.
 */
export const WEBHOOK_ARRIVES_MS = 30_000

export type HandleWebhook = (request: IncomingMessage, response: ServerResponse, ids: LogIds) => Promise<void>

/** Reads the body here, limited. */
export function createWebhookHandler({
  webhooks,
  metrics,
}: {
  readonly webhooks: ReceiveWebhook
  readonly metrics: Metrics | null
}): HandleWebhook {
  const budget = createBodyBudget(ALL_WEBHOOKS_LIMIT)
  return async (request, response, ids) => {
    if (request.method !== 'POST') throw new HttpError(405, 'webhooks are sent with POST', { allow: 'POST' })
    const event = String(request.headers['x-github-event'] ?? '').slice(0, 60)
    const delivery = deliveryIdOf(request)
    Object.assign(ids, { event, ...(delivery !== null && { delivery }) })
    const outcome = await receive(webhooks, request, response, budget)
    metrics?.webhook(event, outcome)
  }
}

async function receive(
  webhooks: ReceiveWebhook,
  request: IncomingMessage,
  response: ServerResponse,
  budget: BodyBudget,
) {
  const share = budget.open()
  const read = async (): Promise<Buffer> => {
    const late = setTimeout(() => request.destroy(), WEBHOOK_ARRIVES_MS)
    try {
      return await readBody(request, WEBHOOK_LIMIT, share)
    } finally {
      clearTimeout(late)
    }
  }
  try {
    return await webhooks(request, response, read)
  } finally {
    share.release()
  }
}
