import {
  type DeliveryView,
  WEBHOOK_EVENTS,
  type WebhookView,
  type WebhookWithSecret,
} from '../../../../contract/webhook.ts'
import type { DeliveryRecord } from '../../../outgoing/delivery-record.ts'
import { whyEnded } from '../../../outgoing/endpoints/covering-webhooks.ts'
import type { ShownWebhook, WithSecret } from '../../../outgoing/endpoints/webhooks.ts'

const isoOf = (ms: number): string => new Date(ms).toISOString()
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoOf(ms))

export function viewWebhook({
  webhook,
  state,
  isCovered,
  endsAt,
  secretExpiresAt,
}: ShownWebhook): WebhookView {
  const { person } = webhook
  const disabledReason = webhook.disabled?.reason ?? (isCovered ? null : whyEnded(webhook))
  return {
    id: webhook.id,
    name: webhook.name,
    url: shownUrl(webhook),
    format: webhook.format,
    events: [...webhook.events],
    projectIds: webhook.projectIds === null ? null : [...webhook.projectIds],
    onlyWhenNamed: webhook.onlyWhenNamed ?? false,
    keyId: webhook.keyId,
    person: person === undefined ? null : { id: person.id, login: person.login },
    endsAt: isoOrNull(endsAt),
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

export const EXAMPLE_WEBHOOK = {
  id: 'whk_01m7xk4ymke8m8qhxhtq1qmf7x',
  name: 'docs site',
  url: 'https://example.com/prentice',
  format: 'standard',
  events: [...WEBHOOK_EVENTS],
  projectIds: null,
  onlyWhenNamed: false,
  keyId: 'key_01m7xk4ymke8m8qhxhtq1qmf7z',
  person: null,
  endsAt: null,
  createdAt: '2026-11-20T23:02:31.000Z',
  status: 'active',
  disabledReason: null,
  failingSince: null,
  secretExpiresAt: null,
}

export const EXAMPLE_DELIVERY = {
  id: 'evt_1795215752827_01m7xk4ymke8m8qhxhtq1qmf80_1',
  type: 'job.created',
  projectId: 'prj_1a2b',
  jobId: 'job_01m7xk4ymke8m8qhxhtq1qmf80',
  createdAt: '2026-11-20T23:02:32.827Z',
  status: 'delivered',
  nextAttemptAt: null,
  attempts: [{ at: '2026-11-20T23:02:33.010Z', status: 204, error: null, milliseconds: 84 }],
}
