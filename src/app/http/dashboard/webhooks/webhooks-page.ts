import { WEBHOOK_EVENTS } from '../../../../contract/webhook.ts'
import type { WebhookRecord } from '../../../outbox/outbox-entry.ts'
import type { ShownWebhook } from '../../../outgoing/endpoints/webhooks.ts'
import { viewWebhook } from '../../v2/webhooks/view-webhook.ts'
import { shownInRow } from '../frame/find-projects.ts'
import { type Html, html, icon, join, NOTHING, stackedTable } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { linkTo, type View } from '../frame/view.ts'

interface WebhooksData {
  readonly login: string
  readonly isManager: boolean
  readonly webhooks: readonly ShownWebhook[]
  /** Of projects that they cover, by their ids. */
  readonly names: ReadonlyMap<string, string>
}

/** The webhooks that a person manages. */
export function webhooksPage(view: View, data: WebhooksData): PageContent {
  const create = html`<a class="button button-primary" href="${linkTo(view, '/webhooks/new')}">${icon('plus')}New webhook</a>`
  return {
    title: 'Webhooks',
    nav: 'webhooks',
    actions: data.isManager ? create : NOTHING,
    body: html`<p class="lead">A webhook sends events of jobs to a URL of yours, so that you need not poll.</p>${list(view, data)}`,
  }
}

function list(view: View, { login, isManager, webhooks, names }: WebhooksData): Html {
  if (!isManager)
    return blank(
      'You cannot manage any webhook here',
      `People with the admin role in a repository manage the webhooks of its project. Owners of ${login} manage all webhooks.`,
      'shield-lock',
    )
  if (webhooks.length === 0)
    return blank(
      'No webhook yet',
      'Create one to hear of a job when it is done, in your own service or in a chat.',
      'webhook',
    )
  const columns = [
    ...['Name', 'Status', 'Events', 'Projects'].map((text) => ({ name: text })),
    { name: 'Manage', isHidden: true },
  ]
  const rows = webhooks.map((shown) => ({ cells: cellsOf(view, shown, names) }))
  const label = `Webhooks of ${login}`
  return html`<h2 class="section">${label}</h2>${stackedTable({ label, columns, rows })}`
}

const blank = (title: string, text: string, name: string): Html =>
  html`<div class="blank">${icon(name)}<h2>${title}</h2><p class="muted">${text}</p></div>`

function cellsOf(view: View, shown: ShownWebhook, names: ReadonlyMap<string, string>): Html[] {
  const { webhook } = shown
  return [
    html`<strong>${webhook.name}</strong><div class="small webhook-url"><code>${shownUrl(shown)}</code></div>`,
    statusBadge(shown),
    eventsPart(webhook),
    html`${coversText(webhook, (ids) => shownInRow(view, ids, names))}`,
    html`<a class="button button-small" href="${linkTo(view, `/webhooks/${webhook.id}`)}" aria-label="Manage ${webhook.name}">Manage</a>`,
  ]
}

/** As icon and word, never as colour alone. */
export function statusBadge(shown: ShownWebhook): Html {
  switch (viewWebhook(shown).status) {
    case 'disabled':
      return html`<span class="badge badge-danger">${icon('circle-slash')}Disabled</span>`
    case 'failing':
      return html`<span class="badge badge-attention">${icon('alert')}Failing</span>`
    default:
      return html`<span class="badge badge-success">${icon('check-circle')}Active</span>`
  }
}

/** Without what is secret in it. */
export const shownUrl = (shown: ShownWebhook): string => viewWebhook(shown).url

export function eventsPart({ events }: Pick<WebhookRecord, 'events'>): Html {
  const isAll = WEBHOOK_EVENTS.every((event) => events.includes(event))
  if (isAll) return html`All events`
  return join(events.map((event) => html`<code>${event}</code> `))
}

export function coversText(
  { projectIds, onlyWhenNamed, person }: Pick<WebhookRecord, 'projectIds' | 'onlyWhenNamed' | 'person'>,
  textOf: (ids: readonly string[]) => string,
): string {
  const all = person === undefined ? 'All projects of the API key' : 'All projects'
  const covered = projectIds === null ? all : textOf(projectIds)
  return onlyWhenNamed === true ? `${covered}, if their settings name it` : covered
}
