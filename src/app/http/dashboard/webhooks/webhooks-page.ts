import type { ShownWebhook } from '../../../outgoing/endpoints/webhooks.ts'
import type { Project } from '../../../projects/project.ts'
import { type Html, html, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { stackedTable } from '../frame/stacked-table.ts'
import { linkTo, type View } from '../frame/view.ts'
import { coversText, eventsPart, shownUrl, statusBadge } from './webhook-parts.ts'
import { WEBHOOK_WORDS } from './webhook-words.ts'

export interface WebhooksData {
  readonly login: string
  readonly isManager: boolean
  readonly webhooks: readonly ShownWebhook[]
  /** Those that the webhooks name. */
  readonly projects: readonly Project[]
}

/** The webhooks that a person manages. */
export function webhooksPage(view: View, data: WebhooksData): PageContent {
  const words = view.say(WEBHOOK_WORDS)
  const create = html`<a class="button button-primary" href="${linkTo(view, '/webhooks/new')}">${icon('plus')}${words.newWebhook}</a>`
  return {
    title: words.title,
    nav: 'webhooks',
    actions: data.isManager ? create : NOTHING,
    body: html`<p class="lead">${words.lead}</p>${list(view, data)}`,
  }
}

function list(view: View, { login, isManager, webhooks, projects }: WebhooksData): Html {
  const words = view.say(WEBHOOK_WORDS)
  if (!isManager) return blank(words.nobody, words.nobodyHint(login), 'shield-lock')
  if (webhooks.length === 0) return blank(words.none, words.noneHint, 'webhook')
  const { name, status, events, covers, manage } = words
  const columns = [
    ...[name, status, events, covers].map((text) => ({ name: text })),
    { name: manage, isHidden: true },
  ]
  const rows = webhooks.map((shown) => ({ cells: cellsOf(view, shown, projects) }))
  const label = words.webhooksOf(login)
  return html`<h2 class="section">${label}</h2>${stackedTable({ label, columns, rows })}`
}

const blank = (title: string, text: string, name: string): Html =>
  html`<div class="blank">${icon(name)}<h2>${title}</h2><p class="muted">${text}</p></div>`

function cellsOf(view: View, shown: ShownWebhook, projects: readonly Project[]): Html[] {
  const words = view.say(WEBHOOK_WORDS)
  const { webhook } = shown
  return [
    html`<strong>${webhook.name}</strong><div class="small webhook-url"><code>${shownUrl(shown)}</code></div>`,
    statusBadge(view, shown),
    eventsPart(view, webhook),
    html`${coversText(view, webhook, projects)}`,
    html`<a class="button button-small" href="${linkTo(view, `/webhooks/${webhook.id}`)}" aria-label="${words.manageWebhook(webhook.name)}">${words.manage}</a>`,
  ]
}
