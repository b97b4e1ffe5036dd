import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { createNodeMiddleware, type Probot } from 'probot'
import { keySpace } from '../store/key-space.ts'
import { deliveryIdOf } from './delivery-id.ts'
import type { WebhookDeps } from './deps.ts'
import { webhookHandlers } from './handlers.ts'

/** `elsewhere`: it is no webhook and has no answer yet; otherwise it has one. */
export type WebhookOutcome = 'handled' | 'repeated' | 'refused' | 'failed' | 'elsewhere'

export type ReceiveWebhook = (
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
) => Promise<WebhookOutcome>

/** GitHub redelivers for three days: https://docs.github.com/en/webhooks/testing-and-troubleshooting-webhooks/redelivering-webhooks */
const REMEMBERED_MS = 3 * 24 * 3600 * 1000

/** Checks the signature, calls the handlers, and does nothing for a delivery that was handled before. */
export async function receiveWebhooks(
  deps: WebhookDeps & { readonly log: Logger },
  probot: Probot,
): Promise<ReceiveWebhook> {
  const middleware = await createNodeMiddleware(webhookHandlers(deps), {
    probot,
    webhooksPath: '/api/github/webhooks',
  })

  const wasHandled = async (key: string, request: IncomingMessage, body: string): Promise<boolean> => {
    if ((await deps.store.get(key)) === undefined) return false
    const signature = request.headers['x-hub-signature-256']
    return typeof signature === 'string' && (await probot.webhooks.verify(body, signature))
  }

  return async (request, response, body) => {
    const guid = deliveryIdOf(request)
    const key = guid === null ? null : keySpace.delivery(guid)
    if (key !== null && (await wasHandled(key, request, body))) {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('ok: it was handled before\n')
      return 'repeated'
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

/** After the fact: if this fails, the handlers are called again, and they only look at what is. */
async function remember(
  { store, now, log }: WebhookDeps & { readonly log: Logger },
  key: string,
): Promise<void> {
  try {
    await store.commit({ set: [{ key, value: '', expiresAt: now() + REMEMBERED_MS }] })
  } catch (err) {
    log.warn({ err }, 'a handled webhook could not be noted')
  }
}
