import { notFound } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { Route } from '../rest/route.ts'
import { deliveryShape, findDelivery } from '../shapes/delivery.ts'
import { redeliver } from '../webhooks/deliver.ts'
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
    const status = call.query.get('status')
    const own = call.state.deliveries
      .filter(({ appId }) => appId === call.app.id)
      .toReversed()
      .map((delivery) => deliveryShape(call.state, delivery))
      .filter(
        (shape) =>
          shape.status !== 'pending' &&
          (status === null || (shape.status === 'OK') === (status === 'success')),
      )
    const { page, headers } = paginate(call, own)
    return { status: 200, headers, body: page }
  }),
  appRoute('POST', '/app/hook/deliveries/{delivery_id}/attempts', ({ state, app, params }) => {
    const delivery = findDelivery(state, params.delivery_id)
    if (delivery?.appId !== app.id) throw notFound()
    redeliver(state, app, delivery)
    return { status: 202, body: {} }
  }),
]
