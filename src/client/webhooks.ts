import type {
  DeliveryList,
  NewWebhook,
  WebhookList,
  WebhookView,
  WebhookWithSecret,
} from '../contract/webhook.ts'
import { type PageOptions, Pages } from './pages.ts'
import type { RequestOptions, SendOptions, Transport } from './transport.ts'

export type Delivery = DeliveryList['deliveries'][number]

/** Only the URL is required. */
export type WebhookOptions = Pick<NewWebhook, 'url'> & {
  readonly [Field in Exclude<keyof NewWebhook, 'url'>]?: NewWebhook[Field] | undefined
}

/** Outgoing webhooks. The API key needs the scope `admin`. */
export interface Webhooks {
  /** The only answer with the secret, beside that of `rotate`. */
  create(webhook: WebhookOptions, options?: SendOptions): Promise<WebhookWithSecret>
  list(options?: RequestOptions): Promise<readonly WebhookView[]>
  delete(id: string, options?: RequestOptions): Promise<void>
  rotate(id: string, options?: RequestOptions): Promise<WebhookWithSecret>
  /** Stops it until it is enabled. */
  disable(id: string, options?: RequestOptions): Promise<WebhookView>
  /** Sends what is pending, too. */
  enable(id: string, options?: RequestOptions): Promise<WebhookView>
  /** Newest first. */
  deliveries(id: string, options?: PageOptions): Pages<Delivery>
  redeliver(id: string, event: string, options?: RequestOptions): Promise<Delivery>
}

export function createWebhooks(transport: Transport): Webhooks {
  const act =
    <T>(operation: 'rotateWebhook' | 'disableWebhook' | 'enableWebhook') =>
    async (id: string, { signal }: RequestOptions = {}): Promise<T> =>
      (await transport.json<T>(operation, { path: { webhookId: id }, signal })).value
  return {
    async create(body, { idempotencyKey, signal } = {}) {
      const call = { body, idempotencyKey, signal }
      return (await transport.json<WebhookWithSecret>('createWebhook', call)).value
    },
    async list({ signal } = {}) {
      return (await transport.json<WebhookList>('listWebhooks', { signal })).value.webhooks
    },
    async delete(id, { signal } = {}) {
      await transport.bytes('deleteWebhook', { path: { webhookId: id }, signal })
    },
    rotate: act<WebhookWithSecret>('rotateWebhook'),
    disable: act<WebhookView>('disableWebhook'),
    enable: act<WebhookView>('enableWebhook'),
    deliveries: (id, { limit, cursor: start, signal } = {}) =>
      new Pages(async (cursor) => {
        const query = { cursor, limit }
        const { value } = await transport.json<DeliveryList>('listDeliveries', {
          path: { webhookId: id },
          query,
          signal,
        })
        return { items: value.deliveries, nextCursor: value.nextCursor }
      }, start),
    async redeliver(id, event, { signal } = {}) {
      return (
        await transport.json<Delivery>('redeliver', { path: { webhookId: id, eventId: event }, signal })
      ).value
    },
  }
}
