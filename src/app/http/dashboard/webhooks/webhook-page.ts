import { TEST_EVENT, WEBHOOK_EVENTS } from '../../../../contract/webhook.ts'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import type { KeyRecord } from '../../../keys/key-record.ts'
import type { DeliveryRecord } from '../../../outgoing/delivery-record.ts'
import { whyEnded } from '../../../outgoing/endpoints/covering-webhooks.ts'
import type { DeliveryPage } from '../../../outgoing/endpoints/deliveries.ts'
import type { ShownWebhook } from '../../../outgoing/endpoints/webhooks.ts'
import type { Project } from '../../../projects/project.ts'
import { clockTime, dateTime, number, sentence, when } from '../frame/formats.ts'
import { type Html, html, icon, join, NOTHING, stackedTable, withCode } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { WARN_MS } from '../keys/key-page.ts'
import { EVENT_TEXTS, FORMAT_NAMES } from './new-webhook-page.ts'
import { coversText, eventsPart, shownUrl, statusBadge } from './webhooks-page.ts'

interface WebhookData extends ShownDeliveries {
  readonly projects: readonly Project[]
  /** `null`: it was deleted, or the webhook is a person's. */
  readonly key: Pick<KeyRecord, 'id' | 'name'> | null
  /** It belongs to who looks at it. */
  readonly isOwn: boolean
  /** What kept the webhook from being changed. */
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
    body: html`${problem === null ? NOTHING : html`<p class="flash flash-danger" role="alert">${icon('alert')}<span>${withCode(problem)}</span></p>`}${trouble(view, shown)}${details(view, data)}${deliveryList(view, data)}${editing(view, shown)}${rotation(view, shown)}${takeOver(view, data)}`,
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
  const test =
    disabled === null && shown.isCovered
      ? form(
          view,
          shown,
          'test',
          html`<button class="button">${icon('paper-airplane')}Send a test event</button>`,
        )
      : NOTHING
  return html`${test}${onOff}<details class="menu"><summary class="button button-danger">${icon('trash')}Delete</summary><div class="overlay overlay-end confirm"><p><strong>Delete this webhook?</strong></p><p>Its pending deliveries are deleted, too. This cannot be undone.</p>${confirm}</div></details>`
}

/** Why nothing arrives, or soon will not, and what to do. */
function trouble(view: View, { webhook, state, isCovered, endsAt }: ShownWebhook): Html {
  const box = (text: Html): Html =>
    html`<p class="flash flash-attention">${icon('alert')}<span>${text}</span></p>`
  if (webhook.disabled !== null)
    return box(html`Disabled since ${dateTime(view, webhook.disabled.at)}: ${webhook.disabled.reason}.`)
  if (!isCovered) return box(html`${sentence(whyEnded(webhook))}`)
  const ends =
    endsAt !== null && endsAt - view.now <= WARN_MS
      ? box(
          html`This webhook ends with its API key on ${dateTime(view, endsAt)}. Rotate the key before, or take the webhook over.`,
        )
      : NOTHING
  const failing =
    state.failingSince === null
      ? NOTHING
      : box(html`Deliveries have failed since ${dateTime(view, state.failingSince)}.`)
  return html`${ends}${failing}`
}

function details(view: View, { shown, projects, key }: WebhookData): Html {
  const { webhook, secretExpiresAt } = shown
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  const overlap =
    secretExpiresAt === null
      ? NOTHING
      : html`<br><span class="muted small">The previous one is valid until ${dateTime(view, secretExpiresAt)}</span>`
  const rows: readonly (readonly [string, Html])[] = [
    ['URL', html`<code>${shownUrl(shown)}</code>`],
    ['Format', html`${formatName(webhook.format)}`],
    ['Events', eventsPart(webhook)],
    ['Projects', html`${coversText(webhook, (ids) => ids.map((id) => names.get(id) ?? id).join(', '))}`],
    ['Belongs to', owner(view, webhook, key)],
    ['Secret', html`<span class="muted">Shown only when it is created or rotated</span>${overlap}`],
    ['Created', dateTime(view, webhook.createdAt)],
  ]
  return html`<dl class="facts box" aria-label="Details of the webhook">${join(rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`))}</dl>`
}

function owner(
  view: View,
  { person, keyId }: ShownWebhook['webhook'],
  key: Pick<KeyRecord, 'id' | 'name'> | null,
): Html {
  if (person !== undefined) return html`@${person.login}`
  if (key === null) return html`the API key <code>${keyId}</code>`
  return html`the API key <a href="${linkTo(view, `/keys/${key.id}`)}">${key.name}</a>`
}

/** For everybody who manages it and whose it is not. */
function takeOver(view: View, { shown, isOwn }: WebhookData): Html {
  if (isOwn) return NOTHING
  const until =
    shown.webhook.person === undefined
      ? 'It belongs to an API key, and ends with it.'
      : `It belongs to @${shown.webhook.person.login}, and ends when they lose the admin role in one of its projects.`
  const button = html`<button class="button">${icon('person')}Take over</button>`
  return html`<section class="box section"><div class="box-header"><h2 class="box-title">Take over</h2></div><div class="box-body"><p class="flush">${until} If you take it over, it stays as it is and ends only when you lose the admin role in one of its projects.</p>${form(view, shown, 'take-over', button)}</div></section>`
}

function formatName(format: string): string {
  return format === 'standard' || format === 'slack' || format === 'teams' ? FORMAT_NAMES[format] : format
}

/** The URL of a chat is secret, and a query may be: the field is empty, and stays as it is if it is left empty. */
function editing(view: View, shown: ShownWebhook): Html {
  const { name, events, onlyWhenNamed } = shown.webhook
  const fields = html`<div class="field"><label for="name">Name</label><input type="text" id="name" name="name" required maxlength="100" value="${name}" autocomplete="off"></div>
<div class="field"><label for="url">New URL</label><input type="text" inputmode="url" id="url" name="url" maxlength="2000" placeholder="${shownUrl(shown)}" autocomplete="off" spellcheck="false" aria-describedby="url-hint"><p class="hint" id="url-hint">Leave it empty to keep the URL.</p></div>
<fieldset><legend>Events</legend>${join(WEBHOOK_EVENTS.map((value) => html`<label class="choice"><input type="checkbox" name="event" value="${value}"${events.includes(value) ? html` checked` : NOTHING}><span>${EVENT_TEXTS[value]} <code class="muted">${value}</code></span></label>`))}</fieldset>
<div class="field"><label class="choice"><input type="checkbox" name="named"${onlyWhenNamed === true ? html` checked` : NOTHING}><span>Only for projects whose settings name it</span></label></div>
<button class="button">${icon('check')}Save</button>`
  return html`<section class="box section"><div class="box-header"><h2 class="box-title">Edit</h2></div><div class="box-body"><p class="flush">The projects that it covers stay. For others, create another webhook.</p>${form(view, shown, 'edit', fields)}</div></section>`
}

function rotation(view: View, shown: ShownWebhook): Html {
  if (shown.webhook.format !== 'standard') return NOTHING
  const button = html`<button class="button">${icon('sync')}Rotate</button>`
  return html`<section class="box section"><div class="box-header"><h2 class="box-title">Rotate the secret</h2></div><div class="box-body"><p class="flush">You get a new secret. For 24 hours, requests are signed with the old one, too.</p>${form(view, shown, 'rotate', button)}</div></section>`
}

interface ShownDeliveries {
  readonly shown: ShownWebhook
  readonly deliveries: DeliveryPage
  /** False: this page continues an earlier one. */
  readonly isFirst: boolean
}

/** The event, the result of each attempt, and a button that sends the event again. */
function deliveryList(view: View, data: ShownDeliveries): Html {
  const { deliveries } = data.deliveries
  const columns = [
    ...['Event', 'Job', 'When', 'Result', 'Attempts'].map((name) => ({ name })),
    { name: 'Send again', isHidden: true },
  ]
  const rows = deliveries.map((one) => ({ cells: cellsOf(view, data, one) }))
  const list =
    rows.length === 0
      ? html`<div class="blank">${icon('webhook')}<h3>No event was sent yet</h3><p class="muted">Deliveries appear here when a job of a covered project changes.</p></div>`
      : stackedTable({ label: 'Deliveries', columns, rows })
  return html`<h2 class="section">Deliveries</h2><p class="muted">Of the last 7 days, newest first.</p>${list}${pages(view, data)}`
}

function cellsOf(view: View, { shown }: ShownDeliveries, delivery: DeliveryRecord): Html[] {
  const { event, state, nextAt } = delivery
  const { type } = event.payload
  const next =
    state !== 'pending' || nextAt === null
      ? NOTHING
      : html`<div class="muted small">next attempt ${clockTime(view, nextAt)}</div>`
  const path = `/webhooks/${shown.webhook.id}/deliveries/${event.id}/redeliver`
  const title = withoutHiddenCharacters(event.payload.data.job.title ?? event.job)
  return [
    html`<code>${type}</code>`,
    type === TEST_EVENT
      ? html`<span class="muted">None</span>`
      : html`<a href="${linkTo(view, `/jobs/${event.project}/${event.job}`)}">${title}</a>`,
    when(view, event.at),
    html`${badge(state)}${next}`,
    attempts(view, delivery),
    html`<form method="post" action="${formTo(view, path)}"><button class="button button-small" aria-label="Send again: ${type}">${icon('sync')}Send again</button></form>`,
  ]
}

function badge(state: DeliveryRecord['state']): Html {
  switch (state) {
    case 'pending':
      return html`<span class="badge">${icon('clock')}Pending</span>`
    case 'delivered':
      return html`<span class="badge badge-success">${icon('check-circle')}Delivered</span>`
    case 'failed':
      return html`<span class="badge badge-danger">${icon('x-circle')}Failed</span>`
  }
}

/** The last ones; the newest first. */
function attempts(view: View, { attempts: made }: DeliveryRecord): Html {
  if (made.length === 0) return html`<span class="muted">None yet</span>`
  const lines = made.toReversed().map(({ at, status, error, ms }) => {
    const answered = status === null ? '' : `${String(status)} after ${number(view, ms)} ms`
    const said = [answered, error ?? ''].filter((text) => text !== '').join(': ')
    return html`<li>${when(view, at)} <span class="muted">${said}</span></li>`
  })
  const count = made.length === 1 ? '1 attempt' : `${number(view, made.length)} attempts`
  return html`<details><summary>${count}</summary><ol class="plain small">${join(lines)}</ol></details>`
}

function pages(view: View, { shown, deliveries: { next }, isFirst }: ShownDeliveries): Html {
  if (next === null && isFirst) return NOTHING
  const path = `/webhooks/${shown.webhook.id}`
  const cursor = next === null ? null : Buffer.from(next).toString('base64url')
  const newest = isFirst
    ? NOTHING
    : html`<a class="button" href="${linkTo(view, path)}">Newest deliveries</a>`
  const older =
    cursor === null
      ? NOTHING
      : html`<a class="button" href="${linkTo(view, `${path}?cursor=${cursor}`)}">Older deliveries${icon('arrow-right')}</a>`
  return html`<nav class="row pages" aria-label="Pages">${newest}${older}</nav>`
}
