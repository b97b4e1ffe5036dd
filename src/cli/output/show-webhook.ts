import type { Delivery, WebhookView, WebhookWithSecret } from '../../client/index.ts'
import { fields, plainText } from './plain-text.ts'
import { table } from './table.ts'
import type { Channel } from './terminal.ts'
import { ago } from './words.ts'

export const webhookTable = (channel: Channel, webhooks: readonly WebhookView[]): string =>
  table(
    channel,
    [
      { head: 'ID', styled: channel.paint.bold },
      { head: 'STATUS' },
      { head: 'NAME' },
      { head: 'FORMAT' },
      { head: 'URL' },
      { head: 'EVENTS' },
      { head: 'WHY DISABLED' },
    ],
    webhooks.map(({ id, status, name, format, url, events, disabledReason }) => [
      id,
      status,
      name,
      format,
      url,
      events.join(','),
      disabledReason ?? '',
    ]),
  )

/** A webhook with its secret, which the server does not show again. Chats verify no signature. */
export function secretLine({ isTerminal, paint }: Channel, webhook: WebhookWithSecret): string {
  const { id, secret, format } = webhook
  if (!isTerminal) return `${fields(id, secret)}\n`
  const line = `${paint.good('✓')} ${plainText(id)}`
  if (format !== 'standard') return `${line}\n`
  return `${line}\n${plainText(secret)}\n${paint.dim('This secret is not shown again. The receiver verifies signatures with it.')}\n`
}

export const deliveryTable = (channel: Channel, deliveries: readonly Delivery[], now: number): string =>
  table(
    channel,
    [
      { head: 'ID', styled: channel.paint.bold },
      { head: 'STATUS' },
      { head: 'CREATED' },
      { head: 'EVENT' },
      { head: 'JOB' },
      { head: 'ATTEMPTS' },
      { head: 'LAST RESPONSE' },
    ],
    deliveries.map(({ id, status, createdAt, type, jobId, attempts }) => {
      const last = attempts.at(-1)
      return [
        id,
        status,
        channel.isTerminal ? ago(createdAt, now) : createdAt,
        type,
        jobId,
        String(attempts.length),
        last?.error ?? (last?.status ? String(last.status) : ''),
      ]
    }),
  )
