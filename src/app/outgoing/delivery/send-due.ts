import type { Logger } from 'pino'
import { serverBecauseOf } from '../../audit/actor.ts'
import { readWebhooks, type WebhookRecord } from '../../outbox/webhook-record.ts'
import { commitWithRetry } from '../../store/commit-with-retry.ts'
import { keySpace } from '../../store/key-space.ts'
import { type Commit, type Entry, mergeCommits, type Store } from '../../store/store.ts'
import {
  changeState,
  DeliveryRecord,
  KEPT_MS,
  type Place,
  readState,
  type StoredState,
  type WebhookState,
} from '../delivery-record.ts'
import { coveringKey } from '../endpoints/covering-webhooks.ts'
import { auditWebhook, decryptSecret, type SecretCipher } from '../endpoints/webhook-deps.ts'
import { composeBody, type JobPage, signDelivery } from './compose-body.ts'
import { type Attempted, afterAttempt, chooseReady, nextLook, type Pending } from './plan-attempts.ts'
import { postToReceiver, type WebhookTransport } from './post-to-receiver.ts'

export interface SendDueDeps {
  readonly store: Store
  readonly now: () => number
  readonly random: () => number
  readonly onDue: () => void
  readonly transport: WebhookTransport
  readonly cipher: SecretCipher
  readonly jobPage: JobPage
  readonly log: Logger
  /** How long audit entries are kept. */
  readonly auditMs: number
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
  if ((await coveringKey(store, { ...place, keyId: webhook.keyId, now: now() })) === null) {
    await disable(deps, place, 'its API key was revoked or has expired: create a webhook with another key')
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
}

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
  const own = scheduledAt === null ? null : keySpace.sendWebhook(place.accountId, place.webhook, scheduledAt)
  if (own !== entry.key) {
    // Moved by a failure of this server: the place in the state counts.
    const checks = [{ key: keySpace.webhookState(place.webhook), value: before.raw }]
    const set = own === null ? [] : [{ key: own, value: '' }]
    await store.commit({ checks, del: [entry.key], set })
    return null
  }
  const commit = changeState(place, before, { scheduledAt: now() + LEASE_MS })
  return (await store.commit(commit)) ? before : null
}

async function readPending(store: Store, { webhook }: Place): Promise<Pending[]> {
  const entries = await store.list({ prefix: keySpace.pendingDeliveriesOf(webhook), limit: LOOKED_AT })
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
  const { status, error } = await postToReceiver(transport, new URL(webhook.url), { headers, body })
  return { at, ms: Math.max(0, now() - at), status, error }
}

/** Records the attempts, and puts the webhook where it is looked at next. One that does not send is not looked at. */
async function settle(deps: SendDueDeps, place: Place, sent: readonly Sent[]): Promise<void> {
  const { store, now, random } = deps
  const isGivenUp = await commitWithRetry(store, `webhook ${place.webhook}`, async () => {
    const before = await readState(store, place)
    // After the state, which an `enable` of this moment changes, too.
    const webhook = await readWebhook(store, place)
    // A webhook that was deleted meanwhile keeps no state.
    if (webhook === undefined) return { result: false }
    const stored = await readPending(store, place)
    const after = sent.map((one) => ({ ...one, delivery: recordAttempt(stored, one, random()) }))
    const health = healthAfter(before.state, sent)
    const done = new Set(after.filter(({ delivery }) => delivery.state !== 'pending').map(({ key }) => key))
    const changed = new Map(after.map((one) => [one.key, one]))
    const left = stored.map((one) => changed.get(one.key) ?? one).filter(({ key }) => !done.has(key))
    const scheduledAt =
      webhook.disabled === null ? nextLook(left, { ...before.state, ...health }, now(), random()) : null
    const records: Commit = {
      set: after.map(({ delivery }) => ({
        key: keySpace.webhookDelivery(place.webhook, delivery.event.at, delivery.event.id),
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

/** Switches a webhook off, with a notice in the audit log and in the list of webhooks. */
async function disable(
  { store, now, log, auditMs }: SendDueDeps,
  { accountId, webhook: id }: Place,
  reason: string,
): Promise<void> {
  await commitWithRetry(store, `webhook ${id}`, async () => {
    const { raw, webhooks } = await readWebhooks(store, accountId)
    const webhook = webhooks.find((one) => one.id === id)
    if (raw === null || webhook === undefined || webhook.disabled !== null) return { result: undefined }
    const at = now()
    const next = webhooks.map((one) => (one.id === id ? { ...one, disabled: { at, reason } } : one))
    const key = keySpace.webhooks(accountId)
    const change: Commit = {
      checks: [{ key, value: raw }],
      set: [{ key, value: JSON.stringify({ ...JSON.parse(raw), webhooks: next }) }],
    }
    const audit = { by: serverBecauseOf(reason), at, keptMs: auditMs }
    return {
      commit: mergeCommits(change, auditWebhook('webhook.disabled', { ...webhook, accountId }, audit)),
      result: undefined,
    }
  })
  log.warn({ webhook: id, reason }, 'a webhook was disabled')
}
