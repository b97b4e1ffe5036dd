import type { WebhookRecord } from '../outbox/webhook-record.ts'

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
export function judgeNotify(notify: readonly Notify[], covering: readonly WebhookRecord[]): string[] {
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
