import type {
  DeliveryList,
  NewWebhook,
  WebhookEdit,
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
  /** Fields that are absent stay. */
  edit(id: string, changes: WebhookEdit, options?: RequestOptions): Promise<WebhookView>
  rotate(id: string, options?: RequestOptions): Promise<WebhookWithSecret>
  /** Stops it until it is enabled. */
  disable(id: string, options?: RequestOptions): Promise<WebhookView>
  /** Also sends pending deliveries. */
  enable(id: string, options?: RequestOptions): Promise<WebhookView>
  /** Sends an event of the type `webhook.test`, whose job does not exist. */
  test(id: string, options?: RequestOptions): Promise<Delivery>
  /** Newest first. */
  deliveries(id: string, options?: PageOptions): Pages<Delivery>
  redeliver(id: string, event: string, options?: RequestOptions): Promise<Delivery>
}

export function createWebhooks(transport: Transport): Webhooks {
  const act =
    <T>(operation: 'rotateWebhook' | 'disableWebhook' | 'enableWebhook' | 'testWebhook') =>
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
    async edit(id, body, { signal } = {}) {
      const call = { path: { webhookId: id }, body, signal }
      return (await transport.json<WebhookView>('editWebhook', call)).value
    },
    rotate: act<WebhookWithSecret>('rotateWebhook'),
    disable: act<WebhookView>('disableWebhook'),
    enable: act<WebhookView>('enableWebhook'),
    test: act<Delivery>('testWebhook'),
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
