import { z } from 'zod'

/** What a webhook may ask for. */
export const WEBHOOK_EVENTS = [
  'job.created',
  'job.updated',
  'job.completed',
  'job.failed',
  'job.archived',
  'message.created',
] as const
export const WebhookEvent = z.enum(WEBHOOK_EVENTS, { error: `must be one of ${WEBHOOK_EVENTS.join(', ')}` })
export type WebhookEvent = z.infer<typeof WebhookEvent>
