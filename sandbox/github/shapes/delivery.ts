import type { GithubState } from '../state/state.ts'
import type { Delivery } from '../state/traffic.ts'
import { isoDate } from './primitives.ts'

/** Before the first. GitHub's ids have 19 digits, more than a number holds. */
const BEFORE_FIRST = 3_835_545_665_537_048_575n

/** The delivery with the id. */
export const findDelivery = (state: GithubState, id: string | undefined): Delivery | undefined =>
  state.deliveries.find((_, place) => String(idAt(place)) === id)

const idAt = (place: number): bigint => BEFORE_FIRST + BigInt(place + 1)

/** A delivery as GitHub lists it, without request and response. */
export const deliveryShape = (state: GithubState, delivery: Delivery) => {
  const place = state.deliveries.indexOf(delivery)
  const { guid, event, action, statusCode, error, payload, at } = delivery
  return {
    id: idAt(place),
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
