import type { KeyRecord } from '../../../keys/key-record.ts'
import type { ShownWebhook } from '../../../outgoing/endpoints/webhooks.ts'
import type { Project } from '../../../projects/project.ts'
import { dateTime } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { deliveryList, type ShownDeliveries } from './delivery-list.ts'
import { FORMAT_NAMES } from './new-webhook-page.ts'
import { coversText, eventsPart, shownUrl, statusBadge } from './webhook-parts.ts'

export interface WebhookData extends ShownDeliveries {
  readonly projects: readonly Project[]
  /** `null`: it was deleted. */
  readonly key: Pick<KeyRecord, 'id' | 'name'> | null
  /** What kept the secret from being rotated. */
  readonly problem: string | null
}

/** One webhook: how it is doing, what one can do with it, and its deliveries. */
export function webhookPage(view: View, data: WebhookData): PageContent {
  const { shown, problem } = data
  const { name } = shown.webhook
  return {
    title: name,
    nav: 'webhooks',
    heading: html`<nav class="crumbs small" aria-label="Webhooks"><a href="${linkTo(view, '/webhooks')}">${icon('arrow-left')} Webhooks</a></nav><div class="heading"><h1>${name}</h1>${statusBadge(shown)}<div class="actions row">${actions(view, shown)}</div></div>`,
    body: html`${problem === null ? NOTHING : html`<p class="flash flash-danger" role="alert">${icon('alert')}<span>${problem}</span></p>`}${trouble(view, shown)}${details(view, data)}${deliveryList(view, data)}${rotation(view, shown)}`,
  }
}

const form = (view: View, { webhook }: ShownWebhook, verb: string, button: Html): Html =>
  html`<form method="post" action="${formTo(view, `/webhooks/${webhook.id}/${verb}`)}">${button}</form>`

function actions(view: View, shown: ShownWebhook): Html {
  const { disabled } = shown.webhook
  const onOff =
    disabled === null
      ? form(view, shown, 'disable', html`<button class="button">${icon('circle-slash')}Disable</button>`)
      : form(
          view,
          shown,
          'enable',
          html`<button class="button button-primary">${icon('play')}Enable</button>`,
        )
  const confirm = form(
    view,
    shown,
    'delete',
    html`<button class="button button-danger">Delete the webhook</button>`,
  )
  return html`${onOff}<details class="menu"><summary class="button button-danger">${icon('trash')}Delete</summary><div class="overlay overlay-end confirm"><p><strong>Delete this webhook?</strong></p><p>Its pending deliveries are deleted, too. This cannot be undone.</p>${confirm}</div></details>`
}

/** Why nothing arrives, and what to do. */
function trouble(view: View, { webhook, state, isCovered }: ShownWebhook): Html {
  const box = (text: Html): Html =>
    html`<p class="flash flash-attention">${icon('alert')}<span>${text}</span></p>`
  if (webhook.disabled !== null)
    return box(html`Disabled since ${dateTime(view, webhook.disabled.at)}: ${webhook.disabled.reason}.`)
  if (!isCovered) return box(html`Its API key was revoked or has expired. Create a webhook with another key.`)
  return state.failingSince === null
    ? NOTHING
    : box(html`Deliveries have failed since ${dateTime(view, state.failingSince)}.`)
}

function details(view: View, { shown, projects, key }: WebhookData): Html {
  const { webhook, secretExpiresAt } = shown
  const overlap =
    secretExpiresAt === null
      ? NOTHING
      : html`<br><span class="muted small">The previous one is valid until ${dateTime(view, secretExpiresAt)}</span>`
  const rows: readonly (readonly [string, Html])[] = [
    ['URL', html`<code>${shownUrl(shown)}</code>`],
    ['Format', html`${formatName(webhook.format)}`],
    ['Events', eventsPart(webhook)],
    ['Projects', html`${coversText(webhook, projects)}`],
    [
      'API key',
      key === null
        ? html`<code>${webhook.keyId}</code>`
        : html`<a href="${linkTo(view, `/keys/${key.id}`)}">${key.name}</a>`,
    ],
    ['Secret', html`<span class="muted">Shown only when it is created or rotated</span>${overlap}`],
    ['Created', dateTime(view, webhook.createdAt)],
  ]
  return html`<dl class="facts box" aria-label="Details of the webhook">${join(rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`))}</dl>`
}

function formatName(format: string): string {
  return format === 'standard' || format === 'slack' || format === 'teams' ? FORMAT_NAMES[format] : format
}

function rotation(view: View, shown: ShownWebhook): Html {
  if (shown.webhook.format !== 'standard') return NOTHING
  const button = html`<button class="button">${icon('sync')}Rotate</button>`
  return html`<section class="box section"><div class="box-header"><h2 class="box-title">Rotate the secret</h2></div><div class="box-body"><p class="flush">You get a new secret. For 24 hours, requests are signed with the old one, too.</p>${form(view, shown, 'rotate', button)}</div></section>`
}
