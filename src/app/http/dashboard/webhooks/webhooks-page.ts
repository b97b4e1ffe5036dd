import type { ShownWebhook } from '../../../outgoing/endpoints/webhooks.ts'
import type { Project } from '../../../projects/project.ts'
import { type Html, html, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { stackedTable } from '../frame/stacked-table.ts'
import { linkTo, type View } from '../frame/view.ts'
import { coversText, eventsPart, shownUrl, statusBadge } from './webhook-parts.ts'

export interface WebhooksData {
  readonly login: string
  readonly isManager: boolean
  readonly webhooks: readonly ShownWebhook[]
  /** Those that the webhooks name. */
  readonly projects: readonly Project[]
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

function list(view: View, { login, isManager, webhooks, projects }: WebhooksData): Html {
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
  const rows = webhooks.map((shown) => ({ cells: cellsOf(view, shown, projects) }))
  const label = `Webhooks of ${login}`
  return html`<h2 class="section">${label}</h2>${stackedTable({ label, columns, rows })}`
}

const blank = (title: string, text: string, name: string): Html =>
  html`<div class="blank">${icon(name)}<h2>${title}</h2><p class="muted">${text}</p></div>`

function cellsOf(view: View, shown: ShownWebhook, projects: readonly Project[]): Html[] {
  const { webhook } = shown
  return [
    html`<strong>${webhook.name}</strong><div class="small webhook-url"><code>${shownUrl(shown)}</code></div>`,
    statusBadge(shown),
    eventsPart(webhook),
    html`${coversText(webhook, projects)}`,
    html`<a class="button button-small" href="${linkTo(view, `/webhooks/${webhook.id}`)}" aria-label="Manage ${webhook.name}">Manage</a>`,
  ]
}
