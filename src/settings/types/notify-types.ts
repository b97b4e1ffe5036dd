import type { z } from 'zod'
import { WEBHOOK_EVENTS, WebhookEvent } from '../../contract/webhook.ts'
import { listOf, mapOf, text } from './value-types.ts'

const Notify = mapOf({
  webhook: text(100, 'the name of a webhook').describe(
    'Name of a webhook of the server that covers the project and was created for projects that name it.',
  ),
  events: listOf(WebhookEvent, WEBHOOK_EVENTS.length, 'events')
    .min(1, { error: 'must have at least one event' })
    .optional()
    .describe('Of the events that the webhook sends, only these. Default: all of them.'),
})
export type Notify = z.infer<typeof Notify>

export const notified = () =>
  listOf(Notify, 20, 'webhooks').refine(
    (named) => new Set(named.map(({ webhook }) => webhook)).size === named.length,
    { error: 'must name each webhook once' },
  )
