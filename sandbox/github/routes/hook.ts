import { paginate } from '../rest/paginate.ts'
import type { Route } from '../rest/route.ts'
import { appRoute } from '../rest/routes-for.ts'
import { deliveryShape } from '../shapes/delivery.ts'

/** What the app may know of its own webhook. */
export const hookRoutes: readonly Route[] = [
  appRoute('GET', '/app/hook/config', ({ app }) => ({
    status: 200,
    body: {
      content_type: 'json',
      insecure_ssl: '0',
      url: app.webhookUrl,
      // GitHub shows that there is one, and not which.
      ...(app.webhookSecret === '' ? {} : { secret: '********' }),
    },
  })),
  appRoute('GET', '/app/hook/deliveries', (call) => {
    const own = call.hub.deliveries.filter(({ appId }) => appId === call.app.id).toReversed()
    const { page, headers } = paginate(call, own)
    return { status: 200, headers, body: page.map((delivery) => deliveryShape(call.hub, delivery)) }
  }),
]
