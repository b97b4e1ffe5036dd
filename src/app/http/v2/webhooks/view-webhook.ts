import type { DeliveryView, WebhookView, WebhookWithSecret } from '../../../../contract/webhook.ts'
import type { DeliveryRecord } from '../../../outgoing/delivery-record.ts'
import type { ShownWebhook, WithSecret } from '../../../outgoing/endpoints/webhooks.ts'

const isoOf = (ms: number): string => new Date(ms).toISOString()
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoOf(ms))

const KEY_ENDED = 'its API key was revoked or has expired: create a webhook with another key'

export function viewWebhook({ webhook, state, isCovered, secretExpiresAt }: ShownWebhook): WebhookView {
  const disabledReason = webhook.disabled?.reason ?? (isCovered ? null : KEY_ENDED)
  return {
    id: webhook.id,
    name: webhook.name,
    url: shownUrl(webhook),
    format: webhook.format,
    events: [...webhook.events],
    projectIds: webhook.projectIds === null ? null : [...webhook.projectIds],
    onlyWhenNamed: webhook.onlyWhenNamed ?? false,
    keyId: webhook.keyId,
    createdAt: isoOf(webhook.createdAt),
    status: disabledReason !== null ? 'disabled' : state.failures > 0 ? 'failing' : 'active',
    disabledReason,
    failingSince: isoOrNull(state.failingSince),
    secretExpiresAt: isoOrNull(secretExpiresAt),
  }
}

export const viewWithSecret = (made: WithSecret): WebhookWithSecret => ({
  ...viewWebhook(made),
  secret: made.secret,
})

/** The URL of a chat lets anybody write into it, so it is not shown again. */
function shownUrl({ url, format }: ShownWebhook['webhook']): string {
  const { origin, pathname } = new URL(url)
  return format === 'standard' ? origin + pathname : `${origin}/…`
}

export const viewDelivery = ({ event, state, nextAt, attempts }: DeliveryRecord): DeliveryView => ({
  id: event.id,
  type: event.payload.type,
  projectId: event.project,
  jobId: event.job,
  createdAt: isoOf(event.at),
  status: state,
  nextAttemptAt: isoOrNull(nextAt),
  attempts: attempts.map(({ at, status, error, ms }) => ({ at: isoOf(at), status, error, milliseconds: ms })),
})
