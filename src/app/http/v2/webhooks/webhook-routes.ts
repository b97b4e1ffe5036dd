import type { Operation } from '../openapi/operation.ts'
import { changeWebhookRoutes } from './change-webhook.ts'
import { createWebhookRoute } from './create-webhook.ts'
import { deliveryRoutes } from './deliveries.ts'
import { listWebhooksRoute } from './list-webhooks.ts'
import type { WebhookRoutesDeps } from './manage-webhooks.ts'

/** Outgoing webhooks. */
export const webhookRoutes = (deps: WebhookRoutesDeps): readonly Operation[] => [
  createWebhookRoute(deps),
  listWebhooksRoute(deps),
  ...changeWebhookRoutes(deps),
  ...deliveryRoutes(deps),
]
