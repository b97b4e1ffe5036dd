import { NewWebhook, WEBHOOK_EVENTS } from '../../../../contract/webhook.ts'
import type { KeyRecord } from '../../../keys/key-record.ts'
import type { FormLimits } from '../frame/parse-form.ts'
import { type KeyManager, mayManage } from '../keys/managed-keys.ts'
import { PROJECT_FIELD, projectNamed } from '../lookup/find-projects.ts'

/** The form, as it was sent. */
export interface WebhookForm {
  readonly name: string
  readonly url: string
  readonly format: string
  readonly events: readonly string[]
  readonly key: string
  /** Id or name of a project; empty: all of the key. */
  readonly project: string
  readonly onlyWhenNamed: boolean
}

export type WebhookErrors = Readonly<
  Partial<Record<'name' | 'url' | 'format' | 'events' | 'key' | 'project' | 'covered', true>>
>

export const emptyForm = (keys: readonly KeyRecord[]): WebhookForm => ({
  name: '',
  url: '',
  format: 'standard',
  events: WEBHOOK_EVENTS,
  key: keys[0]?.id ?? '',
  project: '',
  onlyWhenNamed: false,
})

/** The fields of the form. */
export const WEBHOOK_FORM: FormLimits = {
  name: { length: 200 },
  url: { length: 2_000 },
  format: { length: 20 },
  event: { length: 50, times: WEBHOOK_EVENTS.length },
  key: { length: 100 },
  project: PROJECT_FIELD,
  named: { length: 20 },
}

export const formOf = (fields: URLSearchParams): WebhookForm => ({
  name: (fields.get('name') ?? '').trim(),
  url: (fields.get('url') ?? '').trim(),
  format: fields.get('format') ?? '',
  events: fields.getAll('event'),
  key: fields.get('key') ?? '',
  project: (fields.get('project') ?? '').trim(),
  onlyWhenNamed: fields.get('named') === 'on',
})

export type ReadNewWebhook =
  | { readonly kind: 'valid'; readonly key: KeyRecord; readonly wanted: NewWebhook }
  | { readonly kind: 'invalid'; readonly errors: WebhookErrors }

/** The webhook that a person asks for, or all that is wrong with the form. `keys`: those that they manage. */
export function readNewWebhook(
  form: WebhookForm,
  person: KeyManager,
  keys: readonly KeyRecord[],
): ReadNewWebhook {
  const { url, format, events, onlyWhenNamed, project: typed } = form
  const key = keys.find(({ id }) => id === form.key)
  const { name } = form
  const project = typed === '' ? null : projectNamed(person.access, person.account.id, typed)
  const isOwnProject = project !== null && mayManage(person, [project])
  const read = NewWebhook.safeParse({
    ...{ url, name, format, events, onlyWhenNamed },
    ...(project !== null && { projectIds: [project] }),
  })
  const wrong = new Set(read.error?.issues.map(({ path }) => path[0]))
  const isCovered = key?.projectIds == null || project === null || key.projectIds.includes(project)
  const errors: WebhookErrors = {
    ...(wrong.has('name') && { name: true as const }),
    ...(wrong.has('url') && { url: true as const }),
    ...(wrong.has('format') && { format: true as const }),
    ...(wrong.has('events') && { events: true as const }),
    ...(key === undefined && { key: true as const }),
    ...(typed !== '' && !isOwnProject && { project: true as const }),
    ...(isOwnProject && !isCovered && { covered: true as const }),
  }
  if (!read.success || key === undefined || Object.keys(errors).length > 0) return { kind: 'invalid', errors }
  return { kind: 'valid', key, wanted: read.data }
}
