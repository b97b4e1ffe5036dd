import type { Logger } from 'pino'
import { serverBecauseOf } from '../../audit/actor.ts'
import type { AuditedStore } from '../../audit/audit-entry.ts'
import { readWebhooks, type WebhookRecord, webhookKeys } from '../../outbox/outbox-entry.ts'
import { type Commit, commitWithRetry, type Entry, mergeCommits, type Store } from '../../store/store.ts'
import {
  changeState,
  DeliveryRecord,
  deliveryKeys,
  KEPT_MS,
  type Place,
  RETRIED_MS,
  readState,
  type StoredState,
  type WebhookState,
} from '../delivery-record.ts'
import { coverOf, whyEnded } from '../endpoints/covering-webhooks.ts'
import { auditWebhook, decryptSecret, type SecretCipher } from '../endpoints/managed-webhooks.ts'
import { composeBody, type JobPage, signDelivery } from './compose-body.ts'
import { postToReceiver, type WebhookTransport } from './post-to-receiver.ts'

export interface SendDueDeps extends AuditedStore {
  readonly random: () => number
  readonly onDue: () => void
  readonly transport: WebhookTransport
  readonly cipher: SecretCipher
  readonly jobPage: JobPage
  readonly log: Logger
}

/** A round takes less; after it, another server may send. */
const LEASE_MS = 60_000
/** Pending deliveries that a round looks at. */
const LOOKED_AT = 500
const SECRET_UNREADABLE =
  'the server cannot decrypt its secret, because the private key of the App has changed: rotate its secret, update the receiver, then enable the webhook'

/** One round of a webhook: sends what is ready, simultaneously, and records how it went. */
export async function sendDue(deps: SendDueDeps, place: Place, entry: Entry): Promise<void> {
  const { store, now } = deps
  const leased = await lease(deps, place, entry)
  if (leased === null) return
  const webhook = await readWebhook(store, place)
  if (webhook === undefined || webhook.disabled !== null) return settle(deps, place, [])
  if ((await coverOf(store, { accountId: place.accountId, webhook, now: now() })) === null) {
    await disable(deps, place, whyEnded(webhook))
    return settle(deps, place, [])
  }
  const secrets = signingSecrets(deps, webhook)
  if (secrets === null) {
    await disable(deps, place, SECRET_UNREADABLE)
    return settle(deps, place, [])
  }
  const pending = await readPending(store, place)
  const ready = chooseReady(pending, leased.state, now())
  const sent = await Promise.all(
    ready.map(async (one) => ({ ...one, attempt: await send(deps, { webhook, secrets }, one) })),
  )
  await settle(deps, place, sent)
  if (sent.some(({ attempt }) => attempt.status === GONE))
    await disable(deps, place, RECEIVER_GONE, webhook.url)
}

/** https://www.rfc-editor.org/rfc/rfc9110#name-410-gone: the receiver wants no more of it. */
const GONE = 410
const RECEIVER_GONE =
  'the receiver responded 410 (Gone), so it takes no more events: set another URL or fix the receiver, then enable the webhook'

/** `undefined`: it was deleted. */
async function readWebhook(store: Store, { accountId, webhook }: Place): Promise<WebhookRecord | undefined> {
  const { webhooks } = await readWebhooks(store, accountId)
  return webhooks.find(({ id }) => id === webhook)
}

interface Sent extends Pending {
  readonly attempt: Attempted
}

/** Moves the entry to the end of the round, so that no other server sends meanwhile. `null`: one does. */
async function lease({ store, now }: SendDueDeps, place: Place, entry: Entry): Promise<StoredState | null> {
  const before = await readState(store, place)
  const { scheduledAt } = before.state
  const own = scheduledAt === null ? null : deliveryKeys.send(place.accountId, place.webhook, scheduledAt)
  if (own !== entry.key) {
    // Moved by a failure of this server: the place in the state counts.
    const checks = [{ key: deliveryKeys.state(place.webhook), value: before.raw }]
    const set = own === null ? [] : [{ key: own, value: '' }]
    await store.commit({ checks, del: [entry.key], set })
    return null
  }
  const commit = changeState(place, before, { scheduledAt: now() + LEASE_MS })
  return (await store.commit(commit)) ? before : null
}

async function readPending(store: Store, { webhook }: Place): Promise<Pending[]> {
  const entries = await store.list({ prefix: deliveryKeys.pendingOf(webhook), limit: LOOKED_AT })
  const records = await store.getMany(entries.map(({ value }) => value))
  return entries.flatMap(({ key }, i) => {
    const raw = records[i]
    return raw === undefined ? [] : [{ key, delivery: DeliveryRecord.parse(JSON.parse(raw)) }]
  })
}

/** Those that sign now; `null`: one cannot be decrypted, or there is none. Empty: the format has no signature. */
function signingSecrets({ cipher, now }: SendDueDeps, { format, secrets }: WebhookRecord): string[] | null {
  if (format !== 'standard') return []
  const at = now()
  const decrypted = secrets
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > at)
    .map(({ encrypted }) => decryptSecret(cipher, encrypted))
  const known = decrypted.filter((secret) => secret !== null)
  return known.length > 0 && known.length === decrypted.length ? known : null
}

async function send(
  { transport, now, jobPage }: SendDueDeps,
  { webhook, secrets }: { readonly webhook: WebhookRecord; readonly secrets: readonly string[] },
  { delivery: { event } }: Pending,
): Promise<Attempted> {
  const at = now()
  const body = composeBody(webhook.format, event, jobPage)
  const signature = webhook.format === 'standard' ? signDelivery({ id: event.id, at, body }, secrets) : {}
  const headers = { 'content-type': 'application/json', 'user-agent': 'prentice-webhooks', ...signature }
  const { status, error, retryAfter } = await postToReceiver(transport, new URL(webhook.url), {
    headers,
    body,
  })
  const ms = Math.max(0, now() - at)
  return { at, ms, status, error, quietUntil: readRetryAfter(retryAfter, at + ms) }
}

/** Records the attempts, and makes the webhook due for its next one. A disabled webhook is not due. */
async function settle(deps: SendDueDeps, place: Place, sent: readonly Sent[]): Promise<void> {
  const { store, now, random } = deps
  const isGivenUp = await commitWithRetry(store, `webhook ${place.webhook}`, async () => {
    const before = await readState(store, place)
    // After the state, because a simultaneous `enable` also changes it.
    const webhook = await readWebhook(store, place)
    // A webhook that was deleted meanwhile keeps no state.
    if (webhook === undefined) return { result: false }
    const stored = await readPending(store, place)
    const after = sent.map((one) => ({ ...one, delivery: recordAttempt(stored, one, random()) }))
    const health = healthAfter(before.state, sent)
    const done = new Set(after.filter(({ delivery }) => delivery.state !== 'pending').map(({ key }) => key))
    const changed = new Map(after.map((one) => [one.key, one]))
    const left = stored.map((one) => changed.get(one.key) ?? one).filter(({ key }) => !done.has(key))
    const next =
      webhook.disabled === null ? nextLook(left, { ...before.state, ...health }, now(), random()) : null
    const scheduledAt = next === null ? null : Math.max(next, quietUntil(sent, left))
    const records: Commit = {
      set: after.map(({ delivery }) => ({
        key: deliveryKeys.record(place.webhook, delivery.event.at, delivery.event.id),
        value: JSON.stringify(delivery),
        expiresAt: now() + KEPT_MS,
      })),
      del: [...done],
    }
    const commit = mergeCommits(changeState(place, before, { ...health, scheduledAt }), records)
    const given = after.some(
      ({ delivery }) => delivery.state === 'failed' && (health.lastSuccessAt ?? 0) < delivery.since,
    )
    return { commit, result: given }
  })
  if (isGivenUp)
    await disable(
      deps,
      place,
      'no delivery has succeeded for 24 hours: fix the receiver, then enable the webhook',
    )
  deps.onDue()
}

/** If somebody asked for the event again while it was sent, it stays pending. */
function recordAttempt(
  stored: readonly Pending[],
  { key, delivery, attempt }: Sent,
  random: number,
): DeliveryRecord {
  const after = afterAttempt(delivery, attempt, random)
  const now = stored.find((one) => one.key === key)?.delivery
  return now === undefined || now.since === delivery.since ? after : { ...now, attempts: after.attempts }
}

/** Failures in a row: one delivery that succeeds ends them. */
function healthAfter(
  { failures, failingSince, lastSuccessAt }: WebhookState,
  sent: readonly Sent[],
): Pick<WebhookState, 'failures' | 'failingSince' | 'lastSuccessAt'> {
  const successes = sent.flatMap(({ attempt }) => (attempt.error === null ? [attempt.at] : []))
  if (successes.length > 0) return { failures: 0, failingSince: null, lastSuccessAt: Math.max(...successes) }
  const [first] = sent
  if (first === undefined) return { failures, failingSince, lastSuccessAt }
  return { failures: failures + 1, failingSince: failingSince ?? first.attempt.at, lastSuccessAt }
}

/**
 * Switches a webhook off, with a notice in the audit log and in the list of webhooks. `url`: only while it sends to that
 * address, which somebody may have changed meanwhile.
 */
async function disable(
  { store, now, log, auditMs }: SendDueDeps,
  { accountId, webhook: id }: Place,
  reason: string,
  url?: string,
): Promise<void> {
  const isChanged = await commitWithRetry<boolean>(store, `webhook ${id}`, async () => {
    const { raw, webhooks } = await readWebhooks(store, accountId)
    const webhook = webhooks.find((one) => one.id === id)
    if (raw === null || webhook === undefined || webhook.disabled !== null) return { result: false }
    if (url !== undefined && webhook.url !== url) return { result: false }
    const at = now()
    const next = webhooks.map((one) => (one.id === id ? { ...one, disabled: { at, reason } } : one))
    const key = webhookKeys.ofAccount(accountId)
    const change: Commit = {
      checks: [{ key, value: raw }],
      set: [{ key, value: JSON.stringify({ ...JSON.parse(raw), webhooks: next }) }],
    }
    const audit = { by: serverBecauseOf(reason), at, keptMs: auditMs }
    return {
      commit: mergeCommits(change, auditWebhook('webhook.disabled', { ...webhook, accountId }, audit)),
      result: true,
    }
  })
  if (isChanged) log.warn({ webhook: id, reason }, 'a webhook was disabled')
}

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
function chooseReady(pending: readonly Pending[], state: WebhookState, now: number): Pending[] {
  const ready = headsOf(pending).filter(({ delivery }) => (delivery.nextAt ?? 0) <= now)
  if (state.failures === 0) return ready.slice(0, AT_ONCE)
  return ready.toSorted((one, other) => one.delivery.failures - other.delivery.failures).slice(0, 1)
}

/** Until when the receiver asked to be left alone, at most until the last try of a delivery is due. Pure. */
function quietUntil(sent: readonly Sent[], pending: readonly Pending[]): number {
  const asked = sent.map(({ attempt }) => attempt.quietUntil ?? 0)
  const ends = pending.map(({ delivery }) => delivery.since + RETRIED_MS)
  return Math.min(Math.max(0, ...asked), ...ends)
}

/** When to look at the webhook again; `null`: nothing is pending. Pure. */
function nextLook(
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

interface Attempted {
  readonly at: number
  readonly ms: number
  readonly status: number | null
  /** `null`: the receiver accepted it. */
  readonly error: string | null
  /** Until then the receiver asks to be left alone; `null`: it does not. Epoch milliseconds. */
  readonly quietUntil: number | null
}

/** Of the header `Retry-After`, seconds or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after. Pure. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  const until = /^\d{1,9}$/.test(header)
    ? now + Number(header) * SECOND
    : /^[A-Z][a-z]+, .+ GMT$/.test(header)
      ? Date.parse(header)
      : Number.NaN
  return until > now ? until : null
}

const SHOWN_ATTEMPTS = 10

/** The delivery after an attempt. Pure. */
function afterAttempt(
  delivery: DeliveryRecord,
  { quietUntil, ...attempt }: Attempted,
  random: number,
): DeliveryRecord {
  const attempts = [...delivery.attempts, attempt].slice(-SHOWN_ATTEMPTS)
  if (attempt.error === null) return { ...delivery, attempts, state: 'delivered', nextAt: null }
  const failures = delivery.failures + 1
  const end = delivery.since + RETRIED_MS
  // A receiver that asks for more than is left is tried a last time at the end.
  const nextAt = Math.max(
    attempt.at + attempt.ms + waitAfter(failures, random),
    Math.min(quietUntil ?? 0, attempt.at + attempt.ms < end ? end : 0),
  )
  const isOver = nextAt > end
  return {
    ...delivery,
    attempts,
    failures,
    state: isOver ? 'failed' : 'pending',
    nextAt: isOver ? null : nextAt,
  }
}
