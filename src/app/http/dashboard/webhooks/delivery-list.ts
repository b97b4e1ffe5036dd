import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import type { DeliveryRecord } from '../../../outgoing/delivery-record.ts'
import type { DeliveryPage } from '../../../outgoing/endpoints/deliveries.ts'
import type { ShownWebhook } from '../../../outgoing/endpoints/webhooks.ts'
import { clockTime, number, when } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import { stackedTable } from '../frame/stacked-table.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'

export interface ShownDeliveries {
  readonly shown: ShownWebhook
  readonly deliveries: DeliveryPage
  /** False: this page continues an earlier one. */
  readonly isFirst: boolean
}

/** What was sent, what came of it, and a button to send it again. */
export function deliveryList(view: View, data: ShownDeliveries): Html {
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
    html`<a href="${linkTo(view, `/jobs/${event.project}/${event.job}`)}">${title}</a>`,
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
