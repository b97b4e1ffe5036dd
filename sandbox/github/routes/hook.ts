import { paginate } from '../rest/paginate.ts'
import type { Route } from '../rest/route.ts'
import { deliveryShape } from '../shapes/delivery.ts'
import { appRoute } from './routes-for.ts'

/** What an app can read about its own webhook. */
export const hookRoutes: readonly Route[] = [
  appRoute('GET', '/app/hook/config', ({ app }) => ({
    status: 200,
    body: {
      content_type: 'json',
      insecure_ssl: '0',
      url: app.webhookUrl,
      // GitHub shows that a secret is set, but not the secret.
      ...(app.webhookSecret === '' ? {} : { secret: '********' }),
    },
  })),
  appRoute('GET', '/app/hook/deliveries', (call) => {
    const own = call.state.deliveries.filter(({ appId }) => appId === call.app.id).toReversed()
    const { page, headers } = paginate(call, own)
    return { status: 200, headers, body: page.map((delivery) => deliveryShape(call.state, delivery)) }
  }),
]
