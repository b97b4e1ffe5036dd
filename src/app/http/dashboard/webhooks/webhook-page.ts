import type { KeyRecord } from '../../../keys/key-record.ts'
import type { ShownWebhook } from '../../../outgoing/endpoints/webhooks.ts'
import type { Project } from '../../../projects/project.ts'
import { dateTime } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { deliveryList, type ShownDeliveries } from './delivery-list.ts'
import { coversText, eventsPart, shownUrl, statusBadge } from './webhook-parts.ts'
import { WEBHOOK_WORDS } from './webhook-words.ts'

export interface WebhookData extends ShownDeliveries {
  readonly projects: readonly Project[]
  /** `null`: it was deleted. */
  readonly key: Pick<KeyRecord, 'id' | 'name'> | null
  /** What kept the secret from being rotated. */
  readonly problem: string | null
}

/** One webhook: how it is doing, what one can do with it, and its deliveries. */
export function webhookPage(view: View, data: WebhookData): PageContent {
  const words = view.say(WEBHOOK_WORDS)
  const { shown, problem } = data
  const { name } = shown.webhook
  return {
    title: name,
    nav: 'webhooks',
    heading: html`<nav class="crumbs small" aria-label="${words.title}"><a href="${linkTo(view, '/webhooks')}">${icon('arrow-left')} ${words.back}</a></nav><div class="heading"><h1>${name}</h1>${statusBadge(view, shown)}<div class="actions row">${actions(view, shown)}</div></div>`,
    body: html`${problem === null ? NOTHING : html`<p class="flash flash-danger" role="alert">${icon('alert')}<span>${problem}</span></p>`}${trouble(view, shown)}${details(view, data)}${deliveryList(view, data)}${rotation(view, shown)}`,
  }
}

const form = (view: View, { webhook }: ShownWebhook, verb: string, button: Html): Html =>
  html`<form method="post" action="${formTo(view, `/webhooks/${webhook.id}/${verb}`)}">${button}</form>`

function actions(view: View, shown: ShownWebhook): Html {
  const words = view.say(WEBHOOK_WORDS)
  const { disabled } = shown.webhook
  const onOff =
    disabled === null
      ? form(
          view,
          shown,
          'disable',
          html`<button class="button">${icon('circle-slash')}${words.disable}</button>`,
        )
      : form(
          view,
          shown,
          'enable',
          html`<button class="button button-primary">${icon('play')}${words.enable}</button>`,
        )
  const confirm = form(
    view,
    shown,
    'delete',
    html`<button class="button button-danger">${words.deleteConfirm}</button>`,
  )
  return html`${onOff}<details class="menu"><summary class="button button-danger">${icon('trash')}${words.delete}</summary><div class="overlay overlay-end confirm"><p><strong>${words.deleteTitle}</strong></p><p>${words.deleteText}</p>${confirm}</div></details>`
}

/** Why nothing arrives, and what to do. */
function trouble(view: View, { webhook, state, isCovered }: ShownWebhook): Html {
  const words = view.say(WEBHOOK_WORDS)
  const box = (text: Html): Html =>
    html`<p class="flash flash-attention">${icon('alert')}<span>${text}</span></p>`
  if (webhook.disabled !== null)
    return box(html`${words.disabledAt} ${dateTime(view, webhook.disabled.at)}: ${webhook.disabled.reason}.`)
  if (!isCovered) return box(html`${words.keyEnded}`)
  return state.failingSince === null
    ? NOTHING
    : box(html`${words.failingSince} ${dateTime(view, state.failingSince)}.`)
}

function details(view: View, { shown, projects, key }: WebhookData): Html {
  const words = view.say(WEBHOOK_WORDS)
  const { webhook, secretExpiresAt } = shown
  const overlap =
    secretExpiresAt === null
      ? NOTHING
      : html`<br><span class="muted small">${words.secretOverlap} ${dateTime(view, secretExpiresAt)}</span>`
  const rows: readonly (readonly [string, Html])[] = [
    [words.url, html`<code>${shownUrl(shown)}</code>`],
    [words.format, html`${formatName(view, webhook.format)}`],
    [words.events, eventsPart(view, webhook)],
    [words.covers, html`${coversText(view, webhook, projects)}`],
    [
      words.key,
      key === null
        ? html`<code>${webhook.keyId}</code>`
        : html`<a href="${linkTo(view, `/keys/${key.id}`)}">${key.name}</a>`,
    ],
    [words.secret, html`<span class="muted">${words.secretHidden}</span>${overlap}`],
    [words.created, dateTime(view, webhook.createdAt)],
  ]
  return html`<dl class="facts box" aria-label="${words.details}">${join(rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`))}</dl>`
}

function formatName(view: View, format: string): string {
  const words = view.say(WEBHOOK_WORDS)
  return format === 'standard' || format === 'slack' || format === 'teams' ? words[format] : format
}

function rotation(view: View, shown: ShownWebhook): Html {
  const words = view.say(WEBHOOK_WORDS)
  if (shown.webhook.format !== 'standard') return NOTHING
  const button = html`<button class="button">${icon('sync')}${words.rotateButton}</button>`
  return html`<section class="box section"><div class="box-header"><h2 class="box-title">${words.rotate}</h2></div><div class="box-body"><p class="flush">${words.rotateHint}</p>${form(view, shown, 'rotate', button)}</div></section>`
}
