import type { AppInspection, Delivery, Webhook } from '../github/rest/inspect-app.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** GitHub sends webhooks to this server, and they arrive. */
export async function checkWebhook(
  github: Pick<AppInspection, 'readWebhook' | 'listDeliveries'>,
  publicUrl: string,
): Promise<Finding[]> {
  const webhook = judgeWebhook(await github.readWebhook(), `${publicUrl}/api/github/webhooks`)
  return [webhook, judgeDeliveries(await github.listDeliveries())]
}

const PLACE = 'on the settings page of the App'

function judgeWebhook(webhook: Webhook | null, expected: string): Finding {
  if (webhook === null)
    return fail(
      'webhook',
      'the App has no webhook',
      `activate it and set the Webhook URL to ${expected} ${PLACE}`,
    )
  const { url, contentType, hasSecret, isInsecure } = webhook
  if (url === '')
    return fail('webhook', 'GitHub sends no webhooks', `set the Webhook URL to ${expected} ${PLACE}`)
  if (url.replace(/\/$/, '') !== expected)
    return fail(
      'webhook',
      `GitHub sends to ${url}`,
      `set the Webhook URL to ${expected} ${PLACE}, or correct PUBLIC_URL`,
    )
  if (!hasSecret) return fail('webhook', 'it has no secret', `set the one of WEBHOOK_SECRET ${PLACE}`)
  if (contentType !== 'json')
    return fail(
      'webhook',
      `its content type is ${contentType || 'form'}`,
      'set it to application/json through the API',
    )
  if (isInsecure)
    return warn('webhook', 'GitHub does not check the certificate', `enable SSL verification ${PLACE}`)
  return ok('webhook', `GitHub sends to ${url}`)
}

const HINTS: Readonly<Record<number, string>> = {
  400: 'the secret differs from WEBHOOK_SECRET',
  401: 'something in front of the server asks for a password',
  403: 'something in front of the server refuses GitHub',
  404: 'something in front of the server leads elsewhere',
  500: 'look for the delivery in the log of the server',
  502: 'the proxy does not reach the server',
  503: 'the server or its database was down',
  504: 'the proxy waited in vain for the server',
}

function judgeDeliveries(deliveries: readonly Delivery[]): Finding {
  const [latest] = deliveries
  if (latest === undefined)
    return warn(
      'deliveries',
      'GitHub has sent nothing yet',
      'install the App, or push something, and look again',
    )
  const failed = deliveries.filter(({ statusCode }) => statusCode < 200 || statusCode > 299)
  if (failed.length === 0) return ok('deliveries', `the last ${deliveries.length} arrived`)
  const [last = latest] = failed
  const why =
    HINTS[last.statusCode] ?? 'GitHub must reach this server from the internet, or from its own network'
  const text = `${failed.length} of the last ${deliveries.length} failed, the latest with ${last.statusCode || 'no answer'} (${last.status}) at ${last.at.toISOString()}`
  return last === latest ? fail('deliveries', text, why) : warn('deliveries', text, why)
}
