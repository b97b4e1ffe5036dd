import type { NewWebhook } from '../../../contract/webhook.ts'
import { nameOf } from '../../audit/actor.ts'
import type { Member } from '../../limits/rate-limit.ts'
import { MAX_WEBHOOKS, type WebhookRecord } from '../../outbox/webhook-record.ts'
import { firstResponse, previousResponse, type RequestKey } from '../../records/idempotency.ts'
import { keySpace } from '../../store/key-space.ts'
import type { Commit } from '../../store/store.ts'
import { changeState, type DeliveryRecord, IDLE, readState, type WebhookState } from '../delivery-record.ts'
import { coveringKey } from './covering-webhooks.ts'
import { type DeliveryPage, type DeliveryQuery, listDeliveries, redeliver } from './deliveries.ts'
import { isManaged, type Manager, managedWebhooks } from './managed-webhooks.ts'
import { changeWebhooks, decryptSecret, type WebhookDeps } from './webhook-deps.ts'

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
  /** Whose limit is reached. */
  | { readonly kind: 'full'; readonly of: keyof typeof MAX_WEBHOOKS }
  | { readonly kind: 'exists'; readonly id: string }
  | { readonly kind: 'idempotency-conflict' }
  /** The request that is repeated created this webhook, which is deleted or whose secret cannot be decrypted any more. */
  | { readonly kind: 'ended'; readonly id: string }

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
  create(
    manager: Manager,
    keyId: string,
    wanted: NewWebhook,
    idempotencyKey?: RequestKey | null,
  ): Promise<CreateOutcome>
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

interface Changed<T> {
  /** What the webhook is then; `null`: deleted. Absent: it stays as it is. */
  readonly webhook?: WebhookRecord | null
  readonly outcome: T
  readonly beside?: Commit
}

export function createWebhooks(deps: WebhookDeps): Webhooks {
  const { store, now, cipher } = deps

  async function show({ accountId }: Manager, webhook: WebhookRecord): Promise<ShownWebhook> {
    const at = now()
    const covering = await coveringKey(store, { accountId, keyId: webhook.keyId, now: at })
    const { state } = await readState(store, { accountId, webhook: webhook.id })
    const ends = webhook.secrets.flatMap(({ expiresAt }) => expiresAt ?? []).filter((end) => end > at)
    const secretExpiresAt = ends.length === 0 ? null : Math.max(...ends)
    return { webhook, state, isCovered: covering !== null, secretExpiresAt }
  }

  /** The answer to a request that created this webhook, with its newest secret. */
  async function showAgain(
    manager: Manager,
    webhooks: readonly WebhookRecord[],
    id: string,
  ): Promise<CreateOutcome> {
    const webhook = webhooks.find((one) => one.id === id)
    const [newest] = webhook?.secrets ?? []
    const secret = newest === undefined ? null : decryptSecret(cipher, newest.encrypted)
    if (webhook === undefined || secret === null) return { kind: 'ended', id }
    return { kind: 'created', made: { ...(await show(manager, webhook)), secret } }
  }

  async function change<T>(
    manager: Manager,
    id: string,
    action: 'webhook.deleted' | 'webhook.rotated' | 'webhook.enabled' | 'webhook.disabled',
    next: (webhook: WebhookRecord, at: number) => Changed<T> | Promise<Changed<T>>,
  ): Promise<T | null> {
    if (!(await isManaged(deps, manager, id))) return null
    return changeWebhooks<T | null>(deps, manager, async (webhooks, at) => {
      const before = webhooks.find((one) => one.id === id)
      if (before === undefined) return { kind: 'refused', outcome: null }
      const { webhook, outcome, beside } = await next(before, at)
      if (webhook === undefined) return { kind: 'refused', outcome }
      const all = webhooks.flatMap((one) => (one.id === id ? (webhook ?? []) : one))
      return { kind: 'changed', webhooks: all, action, subject: before, ...(beside && { beside }), outcome }
    })
  }

  return {
    async create(manager, keyId, wanted, idempotencyKey = null) {
      const { url, name, format, events, projectIds, onlyWhenNamed } = wanted
      const secret = deps.newSecret()
      const ids = projectIds ?? null
      return changeWebhooks<CreateOutcome>(deps, manager, async (webhooks, at) => {
        const previous = await previousResponse(store, idempotencyKey)
        if (previous.kind === 'other-body')
          return { kind: 'refused', outcome: { kind: 'idempotency-conflict' } }
        if (previous.kind === 'replay')
          return { kind: 'refused', outcome: await showAgain(manager, webhooks, previous.response.id) }
        const same = webhooks.find(
          (one) => one.url === url && one.keyId === keyId && isSame(one.projectIds, ids),
        )
        if (same !== undefined) return { kind: 'refused', outcome: { kind: 'exists', id: same.id } }
        const { member } = manager
        const of = fullFor(webhooks, member)
        if (of !== null) return { kind: 'refused', outcome: { kind: 'full', of } }
        const webhook: WebhookRecord = {
          id: deps.newWebhookId(),
          name,
          url,
          format,
          events: [...new Set(events)],
          projectIds: ids === null ? null : [...new Set(ids)],
          ...(onlyWhenNamed && { onlyWhenNamed }),
          keyId,
          member: member.id,
          ...(member.isOwner && { byOwner: true }),
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
          // Without the secret, which is stored encrypted only.
          beside: firstResponse(idempotencyKey, { id: webhook.id, body: '' }, at),
          outcome: { kind: 'created', made },
        }
      })
    },

    async list(manager) {
      return Promise.all((await managedWebhooks(deps, manager)).map((webhook) => show(manager, webhook)))
    },

    remove: (manager, id) =>
      change(manager, id, 'webhook.deleted', (webhook) => ({
        webhook: null,
        outcome: webhook,
        // What is queued for a webhook without a state is dropped, and its deliveries expire.
        beside: { del: [keySpace.webhookState(id)] },
      })),

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
          if (valid.length >= MAX_SECRETS) return { outcome: 'too-many' }
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
        if (webhook.disabled !== null) return { outcome: webhook }
        const reason = `disabled by ${nameOf(manager.by)}: enable it to send events again`
        const next = { ...webhook, disabled: { at, reason } }
        return { webhook: next, outcome: next }
      })
      return disabled === null ? null : show(manager, disabled)
    },

    async enable(manager, id) {
      const place = { accountId: manager.accountId, webhook: id }
      const enabled = await change<WebhookRecord>(manager, id, 'webhook.enabled', async (webhook, at) => {
        const next = { ...webhook, disabled: null }
        const healthy = { scheduledAt: at, failures: 0, failingSince: null }
        return {
          webhook: next,
          outcome: next,
          beside: changeState(place, await readState(store, place), healthy),
        }
      })
      if (enabled === null) return null
      deps.onDue()
      return show(manager, enabled)
    },

    deliveries: (manager, id, page) => listDeliveries(deps, manager, id, page),
    redeliver: (manager, id, event) => redeliver(deps, manager, id, event),
  }
}

/** Whose limit keeps a member from creating another webhook; `null`: none does. Only owners get the last ones. */
function fullFor(
  webhooks: readonly WebhookRecord[],
  { id, isOwner }: Member,
): keyof typeof MAX_WEBHOOKS | null {
  if (webhooks.length >= MAX_WEBHOOKS.account) return 'account'
  const own = webhooks.filter(({ member, keyId }) => (member ?? `key-${keyId}`) === id)
  const each = isOwner ? 'owner' : 'member'
  if (own.length >= MAX_WEBHOOKS[each]) return each
  if (isOwner) return null
  const ofMembers = webhooks.filter(({ byOwner }) => byOwner !== true)
  return ofMembers.length >= MAX_WEBHOOKS.members ? 'members' : null
}

const isSame = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one?.toSorted() ?? null) === JSON.stringify(other?.toSorted() ?? null)
