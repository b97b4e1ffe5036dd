import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../rest/route.ts'
import type { App } from '../state/account.ts'
import type { GithubState } from '../state/state.ts'
import type { Delivery } from '../state/traffic.ts'

/** GitHub's timeout. It does not retry by itself. */
const TIMEOUT_MS = 10_000

const sign = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Sends a webhook in the background and records the delivery. A failure only goes into the record. */
export const deliver = (state: GithubState, app: App, event: string, payload: Json): void => {
  const delivery: Delivery = {
    guid: randomUUID(),
    event,
    action: typeof payload.action === 'string' ? payload.action : null,
    appId: app.id,
    payload,
    at: state.now(),
    statusCode: null,
    error: null,
  }
  state.deliveries.push(delivery)
  const [first, ...copies] = state.faultSchedule.webhookDelays(delivery)
  if (first === undefined) delivery.error = 'lost in transit'
  else send(state, app, delivery, first)
  for (const afterMs of copies) {
    const copy = { ...delivery }
    state.deliveries.push(copy)
    send(state, app, copy, afterMs)
  }
}

/** Sends a recorded delivery again under the same GUID, like the button in GitHub's settings. */
export const redeliver = (state: GithubState, app: App, delivery: Delivery): void => {
  const again = { ...delivery, at: state.now(), statusCode: null, error: null }
  state.deliveries.push(again)
  send(state, app, again)
}

const send = (state: GithubState, app: App, delivery: Delivery, afterMs = 0): void => {
  const pending = sleep(afterMs, undefined, { signal: state.closing.signal })
    .then(() => post(state, app, delivery))
    .catch((error: unknown) => {
      delivery.error = String(error)
      if (!state.closing.signal.aborted)
        state.log(`webhook ${delivery.event} to ${app.webhookUrl || 'nowhere'}: ${delivery.error}`)
    })
    .finally(() => state.pendingDeliveries.delete(pending))
  state.pendingDeliveries.add(pending)
}

const post = async (state: GithubState, app: App, delivery: Delivery): Promise<void> => {
  if (app.webhookUrl === '') throw new Error('the app has no webhook address')
  const body = JSON.stringify(delivery.payload)
  const response = await fetch(app.webhookUrl, {
    method: 'POST',
    body,
    headers: {
      accept: '*/*',
      'content-type': 'application/json',
      'user-agent': `GitHub-Hookshot/${state.dialect === 'github' ? '7f3c2a1' : 'e19e000'}`,
      'x-github-event': delivery.event,
      'x-github-delivery': delivery.guid,
      'x-github-hook-id': String(app.hookId),
      'x-github-hook-installation-target-id': String(app.id),
      'x-github-hook-installation-target-type': 'integration',
      'x-hub-signature-256': sign(app.webhookSecret, body),
    },
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), state.closing.signal]),
  })
  delivery.statusCode = response.status
  await response.body?.cancel()
  if (!response.ok) throw new Error(`answered ${response.status}`)
}
