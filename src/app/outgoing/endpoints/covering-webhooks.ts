import { findKeyInForce } from '../../keys/find-key.ts'
import { covers, type KeyRecord, loadKey } from '../../keys/key-record.ts'
import { readWebhooks, type WebhookRecord } from '../../outbox/outbox-entry.ts'
import type { Store, TimedStore } from '../../store/store.ts'

/** A project and the account that owns it now. */
interface CoveredProject {
  readonly id: string
  readonly accountId: number
}

interface OfAccount {
  readonly accountId: number
  readonly webhook: Pick<WebhookRecord, 'keyId' | 'person' | 'projectIds'>
}

/** Whether the webhook of an account, and whom it belongs to, cover the project, which may have moved to another account. */
export async function isCovering(
  store: Store,
  { accountId, webhook, now }: OfAccount & { readonly now: number },
  project: CoveredProject,
): Promise<boolean> {
  if (webhook.projectIds !== null && !webhook.projectIds.includes(project.id)) return false
  const cover = await coverOf(store, { accountId, webhook, now })
  return cover !== null && covers(cover, project)
}

/** What the settings of a project ask for under `notify` that no webhook sends, for people. */
export async function checkNotify(
  { store, now }: TimedStore,
  project: CoveredProject,
  notify: readonly Notify[],
): Promise<string[]> {
  if (notify.length === 0) return []
  const { accountId } = project
  const { webhooks } = await readWebhooks(store, accountId)
  const isOurs = await Promise.all(
    webhooks.map((webhook) => isCovering(store, { accountId, webhook, now: now() }, project)),
  )
  return judgeNotify(
    notify,
    webhooks.filter((_, i) => isOurs[i]),
  )
}

/** What a webhook covers at most. */
export interface Cover extends Pick<KeyRecord, 'accountId' | 'projectIds'> {
  /** The API key that it belongs to: the one that created it, or the key that replaced it; `null`: a person's. */
  readonly key: KeyRecord | null
}

/** `null`: its key has ended, or its person has lost the right to its projects, so the webhook has ended, too. */
export async function coverOf(
  store: Store,
  { accountId, webhook, now }: OfAccount & { readonly now: number },
): Promise<Cover | null> {
  const { person, keyId, projectIds } = webhook
  if (person !== undefined) return person.endedAt === undefined ? { accountId, projectIds, key: null } : null
  const found = await findKeyInForce(store, { accountId, id: keyId }, now)
  if (found.kind !== 'in-force') return null
  const { key } = found
  return { accountId: key.accountId, projectIds: key.projectIds, key }
}

/** The projects that a webhook was made for, also after it has ended; `null`: all of the account. */
export async function projectsOf(
  store: Store,
  { accountId, webhook: { projectIds, keyId, person } }: OfAccount,
): Promise<readonly string[] | null> {
  if (projectIds !== null || person !== undefined) return projectIds
  return (await loadKey(store, { accountId, id: keyId }))?.projectIds ?? null
}

/** Why a webhook without cover sends nothing, and what to do. */
export const whyEnded = ({ person }: Pick<WebhookRecord, 'person'>): string =>
  person === undefined
    ? 'its API key was revoked or has expired: take it over in the dashboard, or create a webhook with another key'
    : `@${person.login} has lost the right to manage it: somebody who administers its projects takes it over in the dashboard`

/** A webhook that the settings of a project name, and which of its events it sends for that project; absent: all. */
export interface Notify {
  readonly webhook: string
  readonly events?: readonly string[] | undefined
}

/** Whether the settings of a project let the webhook send this event of the project. Pure. */
export const isChosen = (
  { name, onlyWhenNamed }: Pick<WebhookRecord, 'name' | 'onlyWhenNamed'>,
  notify: readonly Notify[],
  type: string,
): boolean =>
  onlyWhenNamed !== true ||
  notify.some(({ webhook, events }) => webhook === name && (events?.includes(type) ?? true))

/** What settings ask for that no webhook sends, each naming the webhook. `covering`: those that cover the project. Pure. */
function judgeNotify(notify: readonly Notify[], covering: readonly WebhookRecord[]): string[] {
  return notify.flatMap(({ webhook, events = [] }) => {
    const name = JSON.stringify(webhook)
    const named = covering.filter((one) => one.name === webhook)
    const followers = named.filter(({ onlyWhenNamed }) => onlyWhenNamed === true)
    if (named.length === 0) return [`notify: no webhook called ${name} covers this project`]
    if (followers.length === 0)
      return [
        `notify: the webhook ${name} does not follow settings, because it was created without onlyWhenNamed`,
      ]
    const working = followers.filter(({ disabled }) => disabled === null)
    if (working.length === 0) return [`notify: the webhook ${name} is disabled`]
    const unsent = events.filter((event) => !working.some((one) => one.events.includes(event)))
    return unsent.length === 0 ? [] : [`notify: the webhook ${name} does not send ${unsent.join(', ')}`]
  })
}
