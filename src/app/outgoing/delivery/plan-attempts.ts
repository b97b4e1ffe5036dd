import { type DeliveryRecord, RETRIED_MS, type WebhookState } from '../delivery-record.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Waits after the first, second, … failure. The last one repeats until `RETRIED_MS` have passed. */
const WAITS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
] as const

/** While a receiver fails, one delivery probes it at least this often. */
const MOST_BETWEEN_PROBES_MS = 30 * MINUTE

/** `random` from 0 to 1: waits differ by up to a tenth, so that receivers are not called in waves. */
export const waitAfter = (failures: number, random: number): number =>
  Math.round((WAITS[Math.min(failures, WAITS.length) - 1] ?? WAITS[0]) * (0.9 + 0.2 * random))

export interface Pending {
  /** Key of the entry in the list of pending deliveries. */
  readonly key: string
  readonly delivery: DeliveryRecord
}

/** Deliveries of a webhook that are sent simultaneously. */
const AT_ONCE = 8

/**
 * The deliveries to send now: of each job the earliest that is not done, so that its events arrive in order. While the
 * receiver fails, one delivery probes it: the one that was refused least often, so that an event that the receiver cannot
 * process does not block the others. Pure.
 */
export function chooseReady(pending: readonly Pending[], state: WebhookState, now: number): Pending[] {
  const ready = headsOf(pending).filter(({ delivery }) => (delivery.nextAt ?? 0) <= now)
  if (state.failures === 0) return ready.slice(0, AT_ONCE)
  return ready.toSorted((one, other) => one.delivery.failures - other.delivery.failures).slice(0, 1)
}

/** When to look at the webhook again; `null`: nothing is pending. Pure. */
export function nextLook(
  pending: readonly Pending[],
  state: WebhookState,
  now: number,
  random: number,
): number | null {
  const times = headsOf(pending).map(({ delivery }) => delivery.nextAt ?? now)
  if (times.length === 0) return null
  const earliest = Math.max(now, Math.min(...times))
  if (state.failures === 0) return earliest
  return Math.max(earliest, now + Math.min(waitAfter(state.failures, random), MOST_BETWEEN_PROBES_MS))
}

function headsOf(pending: readonly Pending[]): Pending[] {
  const ofJobs = Map.groupBy(pending, ({ delivery }) => delivery.event.job)
  return [...ofJobs.values()].flatMap((some) =>
    some.toSorted((one, other) => one.delivery.event.rev - other.delivery.event.rev).slice(0, 1),
  )
}

export interface Attempted {
  readonly at: number
  readonly ms: number
  readonly status: number | null
  /** `null`: the receiver accepted it. */
  readonly error: string | null
}

const SHOWN_ATTEMPTS = 10

/** The delivery after an attempt. Pure. */
export function afterAttempt(delivery: DeliveryRecord, attempt: Attempted, random: number): DeliveryRecord {
  const attempts = [...delivery.attempts, { ...attempt }].slice(-SHOWN_ATTEMPTS)
  if (attempt.error === null) return { ...delivery, attempts, state: 'delivered', nextAt: null }
  const failures = delivery.failures + 1
  const nextAt = attempt.at + attempt.ms + waitAfter(failures, random)
  const isOver = nextAt - delivery.since > RETRIED_MS
  return {
    ...delivery,
    attempts,
    failures,
    state: isOver ? 'failed' : 'pending',
    nextAt: isOver ? null : nextAt,
  }
}
