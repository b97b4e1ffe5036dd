import type { Logger } from 'pino'
import { z } from 'zod'
import type { FailedDelivery, Github } from '../github/github.ts'
import type { TimedStore } from '../store/store.ts'
import { KEPT_MS } from '../triggers/trigger-request.ts'
import { receivedKeys } from './receive.ts'

const redeliveryKeys = {
  /** When failed webhooks were last requested again. */
  last: () => 'meta/redeliveries',
}

export const REDELIVER_EVERY_MS = 5 * 60_000
/** Interval of the check, for all servers together. */
const BETWEEN_LOOKS_MS = REDELIVER_EVERY_MS - 30_000
const LOOK_BACK_MS = 24 * 3_600_000
const MAX_ATTEMPTS = 3
const MAX_AT_ONCE = 50

/** Events with which people ask for work. After an hour, work that begins would surprise them. */
const REQUESTS: ReadonlySet<string> = new Set([
  'issue_comment',
  'issues',
  'pull_request_review',
  'pull_request_review_comment',
])
/** The person who clicked a button has seen that nothing happened. A check that failed is no click. */
const isClick = ({ event, action }: FailedDelivery): boolean =>
  event === 'check_suite' || (event === 'check_run' && action !== 'completed')

/**
 * GitHub does not repeat failed webhooks. This function asks GitHub to send those again that the server has not handled.
 * https://docs.github.com/en/webhooks/using-webhooks/handling-failed-webhook-deliveries
 */
export async function redeliverFailed(
  deps: TimedStore & {
    readonly github: Pick<Github, 'listFailedDeliveries' | 'redeliver'>
    readonly log: Logger
  },
  /** A server that starts may have missed webhooks, so it does not wait for its turn. */
  { isStart = false }: { readonly isStart?: boolean } = {},
): Promise<void> {
  const { store, github, now, log } = deps
  if (!(await takeTurn(deps)) && !isStart) return
  const failed = chooseDeliveries(await github.listFailedDeliveries(new Date(now() - LOOK_BACK_MS)), now())
  const handled = await store.getMany(failed.map(({ guid }) => receivedKeys.delivery(guid)))
  const left = failed.filter((_, i) => handled[i] === undefined).slice(0, MAX_AT_ONCE)
  const requested = []
  for (const { id, guid, event } of left) {
    if (await github.redeliver(id)) requested.push(id)
    else log.warn({ delivery: guid, event }, 'GitHub does not have a failed webhook any more')
  }
  if (requested.length > 0)
    log.info({ deliveries: requested.length }, 'failed webhooks are requested from GitHub again')
}

const Look = z.looseObject({ at: z.int() })

/** False: another server has checked recently. */
async function takeTurn({ store, now }: TimedStore): Promise<boolean> {
  const key = redeliveryKeys.last()
  const raw = await store.get(key)
  const last = raw === undefined ? 0 : Look.parse(JSON.parse(raw)).at
  // A clock that was set back does not count.
  if (last <= now() && last > now() - BETWEEN_LOOKS_MS) return false
  const value = JSON.stringify({ at: now() })
  return store.commit({ checks: [{ key, value: raw ?? null }], set: [{ key, value }] })
}

/** One delivery for each webhook that is worth another attempt, oldest first. Pure. */
export function chooseDeliveries(failed: readonly FailedDelivery[], now: number): FailedDelivery[] {
  const attempts = [...Map.groupBy(failed, ({ guid }) => guid).values()]
  const chosen = attempts.flatMap((deliveries) => {
    const [first] = deliveries.toSorted((a, b) => a.at - b.at)
    if (first === undefined || deliveries.length >= MAX_ATTEMPTS || isClick(first)) return []
    return first.at >= now - (REQUESTS.has(first.event) ? KEPT_MS : LOOK_BACK_MS) ? [first] : []
  })
  return chosen.toSorted((a, b) => a.at - b.at)
}
