import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../model.ts'
import type { Json } from '../rest/route.ts'
import type { GithubState } from '../state.ts'

/** One webhook as it was sent, or why it was not. */
export interface Delivery {
  readonly guid: string
  readonly event: string
  readonly action: string | null
  readonly appId: number
  readonly payload: Json
  readonly at: Date
  /** `null` until answered, and for ever if nobody answers. */
  statusCode: number | null
  error: string | null
}

/** GitHub waits so long, and does not try again by itself. */
const TIMEOUT_MS = 10_000

const sign = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Sends in the background and keeps a record; failing is the receiver's affair. */
export const deliver = (hub: GithubState, app: App, event: string, payload: Json): void => {
  const delivery: Delivery = {
    guid: randomUUID(),
    event,
    action: typeof payload.action === 'string' ? payload.action : null,
    appId: app.id,
    payload,
    at: hub.now(),
    statusCode: null,
    error: null,
  }
  hub.deliveries.push(delivery)
  const [first, ...copies] = hub.weather.webhook(delivery)
  if (first === undefined) delivery.error = 'lost on its way'
  else send(hub, app, delivery, first)
  for (const afterMs of copies) {
    const copy = { ...delivery }
    hub.deliveries.push(copy)
    send(hub, app, copy, afterMs)
  }
}

/** Sends a kept delivery again, under the same GUID, as the button in GitHub's settings does. */
export const redeliver = (hub: GithubState, app: App, delivery: Delivery): void => {
  const again = { ...delivery, at: hub.now(), statusCode: null, error: null }
  hub.deliveries.push(again)
  send(hub, app, again)
}

const send = (hub: GithubState, app: App, delivery: Delivery, afterMs = 0): void => {
  const pending = sleep(afterMs, undefined, { signal: hub.closing.signal })
    .then(() => post(hub, app, delivery))
    .catch((error: unknown) => {
      delivery.error = String(error)
      if (!hub.closing.signal.aborted)
        hub.log(`webhook ${delivery.event} to ${app.webhookUrl || 'nowhere'}: ${delivery.error}`)
    })
    .finally(() => hub.pendingDeliveries.delete(pending))
  hub.pendingDeliveries.add(pending)
}

const post = async (hub: GithubState, app: App, delivery: Delivery): Promise<void> => {
  if (app.webhookUrl === '') throw new Error('the app has no webhook address')
  const body = JSON.stringify(delivery.payload)
  const response = await fetch(app.webhookUrl, {
    method: 'POST',
    body,
    headers: {
      accept: '*/*',
      'content-type': 'application/json',
      'user-agent': `GitHub-Hookshot/${hub.dialect === 'github' ? '7f3c2a1' : 'e19e000'}`,
      'x-github-event': delivery.event,
      'x-github-delivery': delivery.guid,
      'x-github-hook-id': String(app.hookId),
      'x-github-hook-installation-target-id': String(app.id),
      'x-github-hook-installation-target-type': 'integration',
      'x-hub-signature-256': sign(app.webhookSecret, body),
    },
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), hub.closing.signal]),
  })
  delivery.statusCode = response.status
  await response.body?.cancel()
  if (!response.ok) throw new Error(`answered ${response.status}`)
}
