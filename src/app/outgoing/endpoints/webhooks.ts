import type { NewWebhook, WebhookEdit } from '../../../contract/webhook.ts'
import { nameOf } from '../../audit/actor.ts'
import { firstResponse, previousResponse, type RequestKey } from '../../job-store/idempotency.ts'
import { apiKeyKeys, type KeyRecord, loadKey } from '../../keys/key-record.ts'
import type { Member } from '../../limits/rate-limit.ts'
import { MAX_WEBHOOKS, type WebhookRecord } from '../../outbox/outbox-entry.ts'
import { loadProject } from '../../projects/project.ts'
import { type Commit, mergeCommits, type Store } from '../../store/store.ts'
import {
  changeState,
  type DeliveryRecord,
  deliveryKeys,
  firstDelivery,
  IDLE,
  newDelivery,
  readState,
  type WebhookState,
} from '../delivery-record.ts'
import { coverOf, projectsOf } from './covering-webhooks.ts'
import { type DeliveryPage, type DeliveryQuery, listDeliveries, redeliver } from './deliveries.ts'
import {
  type auditWebhook,
  changeWebhooks,
  decryptSecret,
  isManaged,
  type Manager,
  managedWebhooks,
  type WebhookWork,
} from './managed-webhooks.ts'
import { testEvent } from './test-event.ts'

export interface ShownWebhook {
  readonly webhook: WebhookRecord
  readonly state: WebhookState
  /** False: its key has ended, or its person has lost the right to it, so it gets nothing. */
  readonly isCovered: boolean
  /**
   * When its key expires, and it ends, unless somebody rotates the key or takes it over; `null`: never, or it has ended.
   * Epoch milliseconds.
   */
  readonly endsAt: number | null
  /** The time until which the previous secret also signs; `null`: none. */
  readonly secretExpiresAt: number | null
}

export interface WithSecret extends ShownWebhook {
  readonly secret: string
}

type CreateOutcome =
  | { readonly kind: 'created'; readonly made: WithSecret }
  /** Whose limit is reached. */
  | { readonly kind: 'full'; readonly of: keyof typeof MAX_WEBHOOKS }
  | { readonly kind: 'exists'; readonly id: string }
  | { readonly kind: 'idempotency-conflict' }
  /** The request that is repeated created this webhook, which is deleted or whose secret cannot be decrypted any more. */
  | { readonly kind: 'ended'; readonly id: string }

/** Whom a new webhook belongs to. */
export type WebhookOwner =
  | { readonly kind: 'key'; readonly keyId: string }
  | { readonly kind: 'person'; readonly id: number; readonly login: string }

type TakeOverOutcome =
  | { readonly kind: 'taken'; readonly shown: ShownWebhook }
  /** Whose limit is reached. */
  | { readonly kind: 'full'; readonly of: keyof typeof MAX_WEBHOOKS }
  | null

type RotateOutcome =
  | { readonly kind: 'rotated'; readonly made: WithSecret }
  | { readonly kind: 'too-many' }
  | null

/** How long the previous secret also signs after a rotation. */
const OVERLAP_MS = 24 * 3_600_000
const MAX_SECRETS = 4

/** Use cases of outgoing webhooks. `null` stands for one that the manager does not have. */
export interface Webhooks {
  create(
    manager: Manager,
    owner: WebhookOwner,
    wanted: NewWebhook,
    idempotencyKey?: RequestKey | null,
  ): Promise<CreateOutcome>
  list(manager: Manager): Promise<ShownWebhook[]>
  remove(manager: Manager, id: string): Promise<WebhookRecord | null>
  /** Makes it the webhook of a person, who manages all of its projects: it no longer ends with its key. */
  takeOver(manager: Manager, id: string, person: PersonOwner): Promise<TakeOverOutcome>
  /** A new secret; the earlier one signs for another day. */
  rotate(manager: Manager, id: string): Promise<RotateOutcome>
  /** Switches it off until somebody enables it. */
  disable(manager: Manager, id: string): Promise<ShownWebhook | null>
  /** Switches it on again, and sends what is pending. */
  enable(manager: Manager, id: string): Promise<ShownWebhook | null>
  /** Changes what it is called and what it sends, not which projects it covers. */
  edit(manager: Manager, id: string, changes: WebhookEdit): Promise<ShownWebhook | null>
  /** Sends an event whose job does not exist. */
  sendTest(manager: Manager, id: string): Promise<DeliveryRecord | 'disabled' | null>
  deliveries(manager: Manager, id: string, page: DeliveryQuery): Promise<DeliveryPage | null>
  /** Sends an event again, regardless of the result of the first delivery. */
  redeliver(manager: Manager, id: string, event: string): Promise<DeliveryRecord | null>
}

type PersonOwner = Omit<Extract<WebhookOwner, { kind: 'person' }>, 'kind'>

/** What is absent stays. */

/** The first check of the person, who may lose the right to it soon after. */
const FIRST_CHECK_MS = 4 * 60_000

const firstCheck = ({ accountId }: Manager, id: string, at: number): Commit => ({
  set: [{ key: apiKeyKeys.checkWebhook(accountId, id, at + FIRST_CHECK_MS), value: '' }],
})

const ownedBy = (owner: WebhookOwner): Pick<WebhookRecord, 'keyId' | 'person'> =>
  owner.kind === 'key' ? { keyId: owner.keyId } : { keyId: '', person: { id: owner.id, login: owner.login } }

const shareOf = ({ member }: Manager): Pick<WebhookRecord, 'member' | 'byOwner'> => ({
  member: member.id,
  ...(member.isOwner && { byOwner: true as const }),
})

interface Changed<T> {
  /** The changed webhook; `null`: deleted. Absent: no change. */
  readonly webhook?: WebhookRecord | null
  readonly outcome: T
  /** Part of the same commit. */
  readonly extraCommit?: Commit
}

export function createWebhooks(deps: WebhookWork): Webhooks {
  const { store, now, cipher } = deps

  async function show({ accountId }: Manager, webhook: WebhookRecord): Promise<ShownWebhook> {
    const at = now()
    const cover = await coverOf(store, { accountId, webhook, now: at })
    const { state } = await readState(store, { accountId, webhook: webhook.id })
    const ends = webhook.secrets.flatMap(({ expiresAt }) => expiresAt ?? []).filter((end) => end > at)
    const secretExpiresAt = ends.length === 0 ? null : Math.max(...ends)
    const endsAt = cover === null || cover.key === null ? null : await endOf(store, cover.key)
    return { webhook, state, isCovered: cover !== null, endsAt, secretExpiresAt }
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
    action: Parameters<typeof auditWebhook>[0],
    next: (
      webhook: WebhookRecord,
      at: number,
      others: readonly WebhookRecord[],
    ) => Changed<T> | Promise<Changed<T>>,
  ): Promise<T | null> {
    if (!(await isManaged(deps, manager, id))) return null
    return changeWebhooks<T | null>(deps, manager, async (webhooks, at) => {
      const before = webhooks.find((one) => one.id === id)
      if (before === undefined) return { kind: 'refused', outcome: null }
      const others = webhooks.filter((one) => one !== before)
      const { webhook, outcome, extraCommit } = await next(before, at, others)
      if (webhook === undefined) return { kind: 'refused', outcome }
      const all = webhooks.flatMap((one) => (one.id === id ? (webhook ?? []) : one))
      return {
        kind: 'changed',
        webhooks: all,
        action,
        subject: before,
        ...(extraCommit && { extraCommit }),
        outcome,
      }
    })
  }

  return {
    async create(manager, owner, wanted, idempotencyKey = null) {
      const { url, name, format, events, projectIds, onlyWhenNamed } = wanted
      const secret = deps.newSecret()
      const ids = projectIds ?? null
      return changeWebhooks<CreateOutcome>(deps, manager, async (webhooks, at) => {
        const previous = await previousResponse(store, idempotencyKey)
        if (previous.kind === 'other-body')
          return { kind: 'refused', outcome: { kind: 'idempotency-conflict' } }
        if (previous.kind === 'replay')
          return { kind: 'refused', outcome: await showAgain(manager, webhooks, previous.response.id) }
        const owned = ownedBy(owner)
        const same = webhooks.find(
          (one) => one.url === url && hasOwner(one, owned) && isSame(one.projectIds, ids),
        )
        if (same !== undefined) return { kind: 'refused', outcome: { kind: 'exists', id: same.id } }
        const of = fullFor(webhooks, manager.member)
        if (of !== null) return { kind: 'refused', outcome: { kind: 'full', of } }
        const webhook: WebhookRecord = {
          id: deps.newWebhookId(),
          name,
          url,
          format,
          events: [...new Set(events)],
          projectIds: ids === null ? null : [...new Set(ids)],
          ...(onlyWhenNamed && { onlyWhenNamed }),
          ...owned,
          ...shareOf(manager),
          createdAt: at,
          secrets: [{ encrypted: cipher.encrypt(secret), createdAt: at, expiresAt: null }],
          disabled: null,
        }
        const made = { webhook, state: IDLE, isCovered: true, endsAt: null, secretExpiresAt: null, secret }
        return {
          kind: 'changed',
          webhooks: [...webhooks, webhook],
          action: 'webhook.created',
          subject: webhook,
          // Without the secret, which is stored encrypted only.
          extraCommit: mergeCommits(
            firstResponse(idempotencyKey, { id: webhook.id, body: '' }, at),
            owner.kind === 'person' ? firstCheck(manager, webhook.id, at) : {},
          ),
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
        extraCommit: { del: [deliveryKeys.state(id)] },
      })),

    async takeOver(manager, id, { id: personId, login }) {
      type Taken = WebhookRecord | { readonly full: keyof typeof MAX_WEBHOOKS }
      const taken = await change<Taken>(manager, id, 'webhook.taken-over', async (webhook, at, others) => {
        const of = fullFor(others, manager.member)
        if (of !== null) return { outcome: { full: of } }
        const { byOwner: _, ...rest } = webhook
        const next: WebhookRecord = {
          ...rest,
          ...ownedBy({ kind: 'person', id: personId, login }),
          ...shareOf(manager),
          projectIds: (await projectsOf(store, { accountId: manager.accountId, webhook }))?.slice() ?? null,
        }
        return { webhook: next, outcome: next, extraCommit: firstCheck(manager, id, at) }
      })
      if (taken === null) return null
      if ('full' in taken) return { kind: 'full', of: taken.full }
      return { kind: 'taken', shown: await show(manager, taken) }
    },

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
          extraCommit: changeState(place, await readState(store, place), healthy),
        }
      })
      if (enabled === null) return null
      deps.onDue()
      return show(manager, enabled)
    },

    async edit(manager, id, { name, url, events, onlyWhenNamed }) {
      const edited = await change<WebhookRecord>(manager, id, 'webhook.edited', (webhook) => {
        const { onlyWhenNamed: before, ...rest } = webhook
        const next = {
          ...rest,
          ...(name !== undefined && { name }),
          ...(url !== undefined && { url }),
          ...(events !== undefined && { events: [...new Set(events)] }),
          ...((onlyWhenNamed ?? before) && { onlyWhenNamed: true as const }),
        }
        return { webhook: next, outcome: next }
      })
      return edited === null ? null : show(manager, edited)
    },

    async sendTest(manager, id) {
      const { accountId } = manager
      type Sent = DeliveryRecord | 'disabled'
      const sent = await change<Sent>(manager, id, 'webhook.tested', async (webhook, at) => {
        const cover = await coverOf(store, { accountId, webhook, now: at })
        if (webhook.disabled !== null || cover === null) return { outcome: 'disabled' }
        const project = await coveredProject(deps, manager, webhook)
        const test = testEvent(deps.newWebhookId().replace(/^.*_/, ''), at, project)
        const extraCommit = await newDelivery(store, { accountId, webhook: id }, test, at)
        return { webhook, outcome: firstDelivery(test, at), extraCommit }
      })
      if (sent !== null && sent !== 'disabled') deps.onDue()
      return sent
    },

    deliveries: (manager, id, page) => listDeliveries(deps, manager, id, page),
    redeliver: (manager, id, event) => redeliver(deps, manager, id, event),
  }
}

/** A key that was rotated ends when the one that replaces it does. */
async function endOf(store: Store, covering: KeyRecord): Promise<number | null> {
  let last = covering
  while (last.rotatedTo !== null) {
    const next = await loadKey(store, { accountId: last.accountId, id: last.rotatedTo })
    if (next === null || next.revokedAt !== null) break
    last = next
  }
  return last.expiresAt === null ? null : Date.parse(last.expiresAt)
}

/** One that the webhook covers, for an example. */
async function coveredProject(
  { store }: WebhookWork,
  { accountId }: Manager,
  webhook: WebhookRecord,
): Promise<{ readonly id: string; readonly url: string }> {
  const [id] = (await projectsOf(store, { accountId, webhook })) ?? []
  const project = id === undefined ? null : await loadProject(store, id)
  return project ?? { id: 'prj_0', url: 'https://example.com/your-org/your-repo' }
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

const hasOwner = (
  { keyId, person }: WebhookRecord,
  owner: Pick<WebhookRecord, 'keyId' | 'person'>,
): boolean => keyId === owner.keyId && person?.id === owner.person?.id

const isSame = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one?.toSorted() ?? null) === JSON.stringify(other?.toSorted() ?? null)
