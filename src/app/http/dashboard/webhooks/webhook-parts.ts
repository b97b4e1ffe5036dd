import { WEBHOOK_EVENTS } from '../../../../contract/webhook.ts'
import type { WebhookRecord } from '../../../outbox/webhook-record.ts'
import type { ShownWebhook } from '../../../outgoing/endpoints/webhooks.ts'
import type { Project } from '../../../projects/project.ts'
import { viewWebhook } from '../../v2/webhooks/view-webhook.ts'
import { type Html, html, join } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'

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
  { projectIds, onlyWhenNamed }: Pick<WebhookRecord, 'projectIds' | 'onlyWhenNamed'>,
  projects: readonly Project[],
): string {
  const covered =
    projectIds === null
      ? 'All projects of the API key'
      : projectIds.map((id) => projects.find((project) => project.id === id)?.name ?? id).join(', ')
  return onlyWhenNamed === true ? `${covered}, if their settings name it` : covered
}
