import type { IncomingMessage, ServerResponse } from 'node:http'
import { createNodeMiddleware, type Probot } from 'probot'
import { keySpace } from '../store/key-space.ts'
import { deliveryIdOf } from './delivery-id.ts'
import type { WebhookDeps } from './events/deps.ts'
import { webhookHandlers } from './events/handlers.ts'
import { createForgedWebhookLog } from './forged-webhook-log.ts'
import { whyUnreadable } from './payload-shape.ts'
import { verifyWebhook } from './verify-webhook.ts'

/** `elsewhere`: it is no webhook and has no answer yet; otherwise it has one. */
export type WebhookOutcome = 'handled' | 'repeated' | 'refused' | 'failed' | 'elsewhere'

export type ReceiveWebhook = (
  request: IncomingMessage,
  response: ServerResponse,
  /** Called once the signature has the right form. */
  readBody: () => Promise<Buffer>,
) => Promise<WebhookOutcome>

/** GitHub redelivers for three days: https://docs.github.com/en/webhooks/testing-and-troubleshooting-webhooks/redelivering-webhooks */
const REMEMBERED_MS = 3 * 24 * 3600 * 1000

export interface ReceiveDeps extends WebhookDeps {
  readonly webhookSecret: string
}

/** Checks the signature, calls the handlers, and does nothing for a delivery that was handled before. */
export async function receiveWebhooks(deps: ReceiveDeps, probot: Probot): Promise<ReceiveWebhook> {
  const middleware = await createNodeMiddleware(webhookHandlers(deps), {
    probot,
    webhooksPath: '/api/github/webhooks',
  })
  const logForged = createForgedWebhookLog(deps)

  return async (request, response, readBody) => {
    const body = await verifyWebhook(deps.webhookSecret, request, readBody)
    // Probot would log the whole payload of a forged webhook, five times.
    if (body === null) {
      logForged()
      sendRefusal(response, 'the signature of the webhook is missing or does not match')
      return 'refused'
    }
    const guid = deliveryIdOf(request)
    const key = guid === null ? null : keySpace.delivery(guid)
    if (key !== null && (await deps.store.get(key)) !== undefined) {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('ok: it was handled before\n')
      return 'repeated'
    }
    const unreadable = whyUnreadable(request.headers['x-github-event']?.toString(), body)
    if (unreadable !== null) {
      deps.log.warn(
        { delivery: guid, unreadable },
        'a webhook is refused: its payload is not as GitHub describes',
      )
      sendRefusal(response, 'the payload is not as GitHub describes it')
      return 'refused'
    }
    // Probot takes a string for the raw body and reads nothing more.
    const isOurs = await middleware(Object.assign(request, { body }), response)
    if (isOurs === false || isOurs === undefined) return 'elsewhere'
    if (response.statusCode >= 500) return 'failed'
    if (response.statusCode !== 200) return 'refused'
    if (key !== null) await remember(deps, key)
    return 'handled'
  }
}

function sendRefusal(response: ServerResponse, error: string): void {
  const body = JSON.stringify({ error })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  response.writeHead(400, headers).end(body)
}

/** After the fact: if this fails, the handlers are called again, and they only look at what is. */
async function remember({ store, now, log }: WebhookDeps, key: string): Promise<void> {
  try {
    await store.commit({ set: [{ key, value: '', expiresAt: now() + REMEMBERED_MS }] })
  } catch (err) {
    log.warn({ err }, 'a handled webhook could not be noted')
  }
}
