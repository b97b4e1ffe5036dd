import { WEBHOOK_EVENTS } from '../../../../contract/webhook.ts'
import type { WebhookRecord } from '../../../outbox/webhook-record.ts'
import type { ShownWebhook } from '../../../outgoing/endpoints/webhooks.ts'
import type { Project } from '../../../projects/project.ts'
import { viewWebhook } from '../../v2/webhooks/view-webhook.ts'
import { type Html, html, join } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { View } from '../frame/view.ts'
import { WEBHOOK_WORDS } from './webhook-words.ts'

/** As icon and word, never as colour alone. */
export function statusBadge(view: View, shown: ShownWebhook): Html {
  const words = view.say(WEBHOOK_WORDS)
  switch (viewWebhook(shown).status) {
    case 'disabled':
      return html`<span class="badge badge-danger">${icon('circle-slash')}${words.disabled}</span>`
    case 'failing':
      return html`<span class="badge badge-attention">${icon('alert')}${words.failing}</span>`
    default:
      return html`<span class="badge badge-success">${icon('check-circle')}${words.active}</span>`
  }
}

/** Without what is secret in it. */
export const shownUrl = (shown: ShownWebhook): string => viewWebhook(shown).url

export function eventsPart(view: View, { events }: Pick<WebhookRecord, 'events'>): Html {
  const isAll = WEBHOOK_EVENTS.every((event) => events.includes(event))
  if (isAll) return html`${view.say(WEBHOOK_WORDS).allEvents}`
  return join(events.map((event) => html`<code>${event}</code> `))
}

export function coversText(
  view: View,
  { projectIds, onlyWhenNamed }: Pick<WebhookRecord, 'projectIds' | 'onlyWhenNamed'>,
  projects: readonly Project[],
): string {
  const words = view.say(WEBHOOK_WORDS)
  const covered =
    projectIds === null
      ? words.allProjects
      : projectIds.map((id) => projects.find((project) => project.id === id)?.name ?? id).join(', ')
  return onlyWhenNamed === true ? words.ifNamed(covered) : covered
}
