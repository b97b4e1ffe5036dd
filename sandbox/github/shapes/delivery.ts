import type { GithubState } from '../state/state.ts'
import type { Delivery } from '../state/traffic.ts'
import { isoDate } from './primitives.ts'

/** A delivery as GitHub lists it, without request and response. */
export const deliveryShape = (state: GithubState, delivery: Delivery) => {
  const place = state.deliveries.indexOf(delivery)
  const { guid, event, action, statusCode, error, payload, at } = delivery
  return {
    id: place + 1,
    guid,
    delivered_at: isoDate(at),
    redelivery: state.deliveries.findIndex((other) => other.guid === guid) < place,
    duration: 0.1,
    status:
      statusCode === null
        ? (error ?? 'pending')
        : statusCode < 300
          ? 'OK'
          : `Invalid HTTP Response: ${statusCode}`,
    status_code: statusCode ?? 0,
    event,
    action,
    installation_id: idOf(payload.installation),
    repository_id: idOf(payload.repository),
    throttled_at: null,
  }
}

const idOf = (value: unknown): number | null =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number'
    ? value.id
    : null
