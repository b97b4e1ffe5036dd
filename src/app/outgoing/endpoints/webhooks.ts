import type { NewWebhook } from '../../../contract/webhooks/webhook.ts'
import { type Actor, nameOf } from '../../audit/actor.ts'
import { merge } from '../../records/update-job.ts'
import { commitWithRetry } from '../../store/commit-with-retry.ts'
import { keySpace } from '../../store/key-space.ts'
import {
  type DeliveryRecord,
  DeliveryRecord as DeliverySchema,
  IDLE,
  KEPT_MS,
  type WebhookState,
} from '../delivery-record.ts'
import { eventTime } from '../outbox-entry.ts'
import { changeState, readState } from '../schedule-webhook.ts'
import { MAX_WEBHOOKS, readWebhooks, type WebhookRecord } from '../webhook-record.ts'
import { changeWebhooks } from './change-webhooks.ts'
import { coveringKey } from './covering-key.ts'
import { decryptSecret, type WebhookDeps } from './webhook-deps.ts'

/**
 * Who manages webhooks: a key with the scope `admin`, or a person with the admin role. They see the webhooks that cover
 * no more than they do.
 */
export interface Manager {
  readonly accountId: number
  /** `null`: all projects of the account. */
  readonly projectIds: readonly string[] | null
  /** The key that asks, which always sees its own webhooks; `null`: a person asks. */
  readonly keyId: string | null
  readonly by: Actor
}

export interface ShownWebhook {
  readonly webhook: WebhookRecord
  readonly state: WebhookState
  /** False: its key has ended, so it gets nothing. */
  readonly isCovered: boolean
  /** Until when a secret before the newest signs, too. `null`: none does. */
  readonly secretExpiresAt: number | null
}

export interface WithSecret extends ShownWebhook {
  readonly secret: string
}

export type CreateOutcome =
  | { readonly kind: 'created'; readonly made: WithSecret }
  | { readonly kind: 'full' }
  | { readonly kind: 'exists'; readonly id: string }

export type RotateOutcome =
  | { readonly kind: 'rotated'; readonly made: WithSecret }
  | { readonly kind: 'too-many' }
  | null

/** For how long the secret before a rotation signs, too. */
const OVERLAP_MS = 24 * 3_600_000
const MAX_SECRETS = 4

/** Use cases of outgoing webhooks. `null` stands for one that the manager does not have. */
export interface Webhooks {
  /** `keyId`: of the API key that the webhook belongs to. */
  create(manager: Manager, keyId: string, wanted: NewWebhook): Promise<CreateOutcome>
  list(manager: Manager): Promise<ShownWebhook[]>
  remove(manager: Manager, id: string): Promise<WebhookRecord | null>
  /** A new secret; the earlier one signs for another day. */
  rotate(manager: Manager, id: string): Promise<RotateOutcome>
  /** Switches it off until somebody enables it. */
  disable(manager: Manager, id: string): Promise<ShownWebhook | null>
  /** Switches it on again, and sends what is pending. */
  enable(manager: Manager, id: string): Promise<ShownWebhook | null>
  deliveries(manager: Manager, id: string, page: DeliveryQuery): Promise<DeliveryPage | null>
  /** Sends an event again, whatever became of it. */
  redeliver(manager: Manager, id: string, event: string): Promise<DeliveryRecord | null>
}

export interface DeliveryQuery {
  readonly limit: number
  readonly after: string | null
}

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryRecord[]
  readonly next: string | null
}

export function createWebhooks(deps: WebhookDeps): Webhooks {
  const { store, now, cipher } = deps

  const own = async (manager: Manager): Promise<WebhookRecord[]> => {
    const { webhooks } = await readWebhooks(store, manager.accountId)
    const seen = await Promise.all(webhooks.map((webhook) => isWithin(deps, manager, webhook)))
    return webhooks.filter((_, i) => seen[i])
  }
  const find = async (manager: Manager, id: string): Promise<WebhookRecord | null> =>
    (await own(manager)).find((webhook) => webhook.id === id) ?? null

  async function show({ accountId }: Manager, webhook: WebhookRecord): Promise<ShownWebhook> {
    const at = now()
    const covering = await coveringKey(store, { accountId, keyId: webhook.keyId, now: at })
    const { state } = await readState(store, { accountId, webhook: webhook.id })
    const ends = webhook.secrets.flatMap(({ expiresAt }) => expiresAt ?? []).filter((end) => end > at)
    const secretExpiresAt = ends.length === 0 ? null : Math.max(...ends)
    return { webhook, state, isCovered: covering !== null, secretExpiresAt }
  }

  async function change<T>(
    manager: Manager,
    id: string,
    action: 'webhook.deleted' | 'webhook.rotated' | 'webhook.enabled' | 'webhook.disabled',
    next: (
      webhook: WebhookRecord,
      at: number,
    ) => { readonly webhook: WebhookRecord | null; readonly outcome: T } | T,
  ): Promise<T | null> {
    if ((await find(manager, id)) === null) return null
    return changeWebhooks<T | null>(deps, manager, (webhooks, at) => {
      const before = webhooks.find((one) => one.id === id)
      if (before === undefined) return { kind: 'refused', outcome: null }
      const made = next(before, at)
      if (!isChange(made)) return { kind: 'refused', outcome: made }
      const others = webhooks.filter((one) => one.id !== id)
      const all =
        made.webhook === null ? others : webhooks.map((one) => (one.id === id ? (made.webhook ?? one) : one))
      // What is queued for a webhook without a state is dropped, and its deliveries expire.
      const beside = made.webhook === null ? { del: [keySpace.webhookState(id)] } : {}
      return { kind: 'changed', webhooks: all, action, subject: before, beside, outcome: made.outcome }
    })
  }

  return {
    async create(manager, keyId, { url, name, format, events, projectIds, onlyWhenNamed }) {
      const secret = deps.newSecret()
      const ids = projectIds ?? null
      return changeWebhooks<CreateOutcome>(deps, manager, (webhooks, at) => {
        const same = webhooks.find(
          (one) => one.url === url && one.keyId === keyId && isSame(one.projectIds, ids),
        )
        if (same !== undefined) return { kind: 'refused', outcome: { kind: 'exists', id: same.id } }
        if (webhooks.length >= MAX_WEBHOOKS) return { kind: 'refused', outcome: { kind: 'full' } }
        const webhook: WebhookRecord = {
          id: deps.newWebhookId(),
          name,
          url,
          format,
          events: [...new Set(events)],
          projectIds: ids === null ? null : [...new Set(ids)],
          ...(onlyWhenNamed && { onlyWhenNamed }),
          keyId,
          createdAt: at,
          secrets: [{ encrypted: cipher.encrypt(secret), createdAt: at, expiresAt: null }],
          disabled: null,
        }
        const made = { webhook, state: IDLE, isCovered: true, secretExpiresAt: null, secret }
        return {
          kind: 'changed',
          webhooks: [...webhooks, webhook],
          action: 'webhook.created',
          subject: webhook,
          outcome: { kind: 'created', made },
        }
      })
    },

    async list(manager) {
      return Promise.all((await own(manager)).map((webhook) => show(manager, webhook)))
    },

    remove: (manager, id) =>
      change(manager, id, 'webhook.deleted', (webhook) => ({ webhook: null, outcome: webhook })),

    async rotate(manager, id) {
      const secret = deps.newSecret()
      const rotated = await change<WebhookRecord | 'too-many'>(
        manager,
        id,
        'webhook.rotated',
        (webhook, at) => {
          const valid = webhook.secrets.filter(
            ({ expiresAt, encrypted }) =>
              (expiresAt === null || expiresAt > at) && decryptSecret(cipher, encrypted) !== null,
          )
          if (valid.length >= MAX_SECRETS) return 'too-many'
          const secrets = [
            { encrypted: cipher.encrypt(secret), createdAt: at, expiresAt: null },
            ...valid.map((one) => ({ ...one, expiresAt: one.expiresAt ?? at + OVERLAP_MS })),
          ]
          const next = { ...webhook, secrets }
          return { webhook: next, outcome: next }
        },
      )
      if (rotated === null) return null
      if (rotated === 'too-many') return { kind: 'too-many' }
      return { kind: 'rotated', made: { ...(await show(manager, rotated)), secret } }
    },

    async disable(manager, id) {
      const disabled = await change<WebhookRecord>(manager, id, 'webhook.disabled', (webhook, at) => {
        if (webhook.disabled !== null) return webhook
        const reason = `disabled by ${nameOf(manager.by)}: enable it to send events again`
        const next = { ...webhook, disabled: { at, reason } }
        return { webhook: next, outcome: next }
      })
      return disabled === null ? null : show(manager, disabled)
    },

    async enable(manager, id) {
      const enabled = await change<WebhookRecord>(manager, id, 'webhook.enabled', (webhook) => {
        const next = { ...webhook, disabled: null }
        return { webhook: next, outcome: next }
      })
      if (enabled === null) return null
      const place = { accountId: manager.accountId, webhook: id }
      await commitWithRetry(store, `webhook ${id}`, async () => ({
        commit: changeState(place, await readState(store, place), {
          scheduledAt: now(),
          failures: 0,
          failingSince: null,
        }),
        result: undefined,
      }))
      deps.onDue()
      return show(manager, enabled)
    },

    async deliveries(manager, id, { limit, after }) {
      if ((await find(manager, id)) === null) return null
      const prefix = keySpace.webhookDeliveriesOf(id)
      const entries = await store.list({
        prefix,
        limit: limit + 1,
        ...(after !== null && { after: prefix + after }),
      })
      const shown = entries.slice(0, limit)
      return {
        deliveries: shown.map(({ value }) => DeliverySchema.parse(JSON.parse(value))),
        next: entries.length > limit ? (shown.at(-1)?.key.slice(prefix.length) ?? null) : null,
      }
    },

    async redeliver(manager, id, event) {
      if ((await find(manager, id)) === null) return null
      const place = { accountId: manager.accountId, webhook: id }
      const at = eventTime(event)
      if (at === null) return null
      const found = keySpace.webhookDelivery(id, at, event)
      const again = await commitWithRetry<DeliveryRecord | null>(store, `delivery ${event}`, async () => {
        const raw = await store.get(found)
        if (raw === undefined) return { result: null }
        const since = now()
        const before = DeliverySchema.parse(JSON.parse(raw))
        const delivery: DeliveryRecord = { ...before, state: 'pending', failures: 0, since, nextAt: since }
        const expiresAt = since + KEPT_MS
        const set = [
          { key: found, value: JSON.stringify(delivery), expiresAt },
          { key: keySpace.pendingDelivery(id, at, event), value: found, expiresAt },
        ]
        const moved = changeState(place, await readState(store, place), { scheduledAt: since })
        const commit = merge(moved, { checks: [{ key: found, value: raw }], set })
        return { commit, result: delivery }
      })
      deps.onDue()
      return again
    },
  }
}

const isChange = <T>(
  made: { readonly webhook: WebhookRecord | null; readonly outcome: T } | T,
): made is { readonly webhook: WebhookRecord | null; readonly outcome: T } =>
  typeof made === 'object' && made !== null && 'webhook' in made && 'outcome' in made

const isSame = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one?.toSorted() ?? null) === JSON.stringify(other?.toSorted() ?? null)

/** A manager of some projects does not see what covers more. */
async function isWithin(
  { store, now }: WebhookDeps,
  { accountId, projectIds: managed, keyId }: Manager,
  webhook: WebhookRecord,
): Promise<boolean> {
  if (managed === null || webhook.keyId === keyId) return true
  const covering = await coveringKey(store, { accountId, keyId: webhook.keyId, now: now() })
  const projects = webhook.projectIds ?? covering?.projectIds ?? null
  return projects?.every((id) => managed.includes(id)) ?? false
}
