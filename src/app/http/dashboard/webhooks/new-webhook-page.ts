import { NewWebhook, WEBHOOK_EVENTS, WebhookFormat } from '../../../../contract/webhook.ts'
import type { WithSecret } from '../../../outgoing/endpoints/webhooks.ts'
import {
  noProjectsYet,
  PROJECTS_FIELDS,
  type ProjectsErrors,
  type ProjectsForm,
  projectsChoice,
  projectsFormOf,
  readProjects,
} from '../frame/choose-projects.ts'
import type { FoundProjects } from '../frame/find-projects.ts'
import type { FormLimits } from '../frame/form.ts'
import { dateTime } from '../frame/formats.ts'
import type { KeyManager } from '../frame/guard.ts'
import { copyButton, type Html, html, icon, join, NOTHING, withCode } from '../frame/html.ts'
import { flashBox, type PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'

export interface NewWebhookPage {
  readonly manager: KeyManager
  /** The projects that the person administers. */
  readonly offered: FoundProjects
  readonly form: WebhookForm
  readonly errors: WebhookErrors
  /** Why the request was refused, whatever its fields say. */
  readonly refusal: string | null
}

export const FORMAT_NAMES: Readonly<Record<WebhookFormat, string>> = {
  standard: 'Signed JSON (Standard Webhooks)',
  slack: 'Slack message',
  teams: 'Microsoft Teams message',
}

export const EVENT_TEXTS: Readonly<Record<(typeof WEBHOOK_EVENTS)[number], string>> = {
  'job.created': 'A job was created',
  'job.updated': 'The branch, the pull request or the status of a job changed',
  'job.completed': 'A job was completed',
  'job.failed': 'A job failed',
  'job.archived': 'A job was archived',
  'message.created': 'A follow-up was sent',
}

const checked = (is: boolean): Html => (is ? html` checked` : NOTHING)

/** The form, with everything that is wrong in it. */
export function newWebhookPage(view: View, page: NewWebhookPage): PageContent {
  const { manager, offered, form, errors, refusal } = page
  const problem =
    refusal ??
    (Object.keys(errors).length > 0 ? 'The webhook was not created. Correct the marked fields.' : null)
  const body = html`${problem === null ? NOTHING : html`<div role="alert">${flashBox({ tone: 'danger', text: problem })}</div>`}
<form class="form" method="post" action="${formTo(view, '/webhooks')}">
<div class="field"><label for="name">Name</label><input type="text" id="name" name="name" required maxlength="100" value="${form.name}" autocomplete="off"${described('name', errors.name)}>${error('name', errors.name && 'Write a name of 1 to 100 characters.')}<p class="hint" id="name-hint">For people and for settings files, for example “team-chat”.</p></div>
<div class="field"><label for="url">URL</label><input type="text" inputmode="url" id="url" name="url" required maxlength="2000" value="${form.url}" placeholder="https://example.com/prentice" autocomplete="off" spellcheck="false"${described('url', errors.url)}>${error('url', errors.url && 'Write an https URL with a host name, without port, user, password and fragment, for example https://example.com/prentice.')}<p class="hint" id="url-hint">Where events are sent: https on port 443, with a host name.</p></div>
<fieldset aria-describedby="format-hint"><legend>Format</legend>${join(WebhookFormat.options.map((value) => html`<label class="choice"><input type="radio" name="format" value="${value}"${checked(value === form.format)}><span>${FORMAT_NAMES[value]}</span></label>`))}${error('format', errors.format && 'Choose a format.')}<p class="hint" id="format-hint">Signed JSON is for your own service. The others post a message to a chat.</p></fieldset>
<fieldset aria-describedby="events-hint"><legend>Events</legend>${join(WEBHOOK_EVENTS.map((value) => html`<label class="choice"><input type="checkbox" name="event" value="${value}"${checked(form.events.includes(value))}><span>${EVENT_TEXTS[value]} <code class="muted">${value}</code></span></label>`))}${error('events', errors.events && 'Choose at least one event.')}<p class="hint" id="events-hint">Choose at least one.</p></fieldset>
${projectsChoice(view, { manager, offered, form, errors, most: MOST_PROJECTS, noun: 'webhooks' })}
<div class="field"><label class="choice"><input type="checkbox" name="named" aria-describedby="named-hint"${checked(form.onlyWhenNamed)}><span>Only for projects whose settings name it</span></label><p class="hint" id="named-hint">Each settings file chooses, under notify, which of the events it sends. The URL stays on this server.</p></div>
<div class="row"><button class="button button-primary">Create webhook</button><a class="button" href="${linkTo(view, '/webhooks')}">Cancel</a></div>
</form>`
  return { title: 'New webhook', nav: 'webhooks', body }
}

const described = (id: string, isWrong: boolean | undefined): Html =>
  html` aria-describedby="${id}-hint${isWrong ? ` ${id}-error` : ''}"${isWrong ? html` aria-invalid="true"` : NOTHING}`

const error = (id: string, text: string | false | undefined): Html =>
  text === undefined || text === false
    ? NOTHING
    : html`<p class="field-error" id="${id}-error">${icon('alert')}<span>${withCode(text)}</span></p>`

/** The form, as it was sent. */
interface WebhookForm extends ProjectsForm {
  readonly name: string
  readonly url: string
  readonly format: string
  readonly events: readonly string[]
  readonly onlyWhenNamed: boolean
}

type WebhookErrors = ProjectsErrors & Readonly<Partial<Record<'name' | 'url' | 'format' | 'events', true>>>

/** As many as the API permits. */
const MOST_PROJECTS = 100

export const emptyForm = (manager: KeyManager): WebhookForm => ({
  ...noProjectsYet(manager),
  name: '',
  url: '',
  format: 'standard',
  events: WEBHOOK_EVENTS,
  onlyWhenNamed: false,
})

/** The fields of the form. */
export const WEBHOOK_FORM: FormLimits = {
  name: { length: 200 },
  url: { length: 2_000 },
  format: { length: 20 },
  event: { length: 50, times: WEBHOOK_EVENTS.length },
  ...PROJECTS_FIELDS,
  named: { length: 20 },
}

export const formOf = (fields: URLSearchParams): WebhookForm => ({
  ...projectsFormOf(fields),
  name: (fields.get('name') ?? '').trim(),
  url: (fields.get('url') ?? '').trim(),
  format: fields.get('format') ?? '',
  events: fields.getAll('event'),
  onlyWhenNamed: fields.get('named') === 'on',
})

type ReadNewWebhook =
  | { readonly kind: 'valid'; readonly wanted: NewWebhook }
  | { readonly kind: 'invalid'; readonly errors: WebhookErrors }

/** The webhook that a person asks for, or all that is wrong with the form. */
export function readNewWebhook(form: WebhookForm, manager: KeyManager): ReadNewWebhook {
  const { url, name, format, events, onlyWhenNamed } = form
  const { projectIds, errors: projectErrors } = readProjects(form, manager, MOST_PROJECTS)
  const read = NewWebhook.safeParse({ url, name, format, events, onlyWhenNamed })
  const wrong = new Set(read.error?.issues.map(({ path }) => path[0]))
  const errors: WebhookErrors = {
    ...(wrong.has('name') && { name: true as const }),
    ...(wrong.has('url') && { url: true as const }),
    ...(wrong.has('format') && { format: true as const }),
    ...(wrong.has('events') && { events: true as const }),
    ...projectErrors,
  }
  if (!read.success || Object.keys(errors).length > 0) return { kind: 'invalid', errors }
  return {
    kind: 'valid',
    wanted: { ...read.data, ...(projectIds !== null && { projectIds: [...projectIds] }) },
  }
}

/** The only page that shows a secret. Like all pages it is never stored by a browser. */
export function secretPage(view: View, { webhook, secret, secretExpiresAt }: WithSecret): PageContent {
  const overlap =
    secretExpiresAt === null
      ? NOTHING
      : html`<p>Until then, the previous secret signs, too: <strong>${dateTime(view, secretExpiresAt)}</strong></p>`
  const use =
    webhook.format === 'standard'
      ? html`<p>Verify the signature of each request with it, as Standard Webhooks describes. <a href="https://www.standardwebhooks.com">How to verify</a></p>`
      : html`<p>Messages to a chat are not signed: the secret is needed only for the format Signed JSON.</p>`
  return {
    title: 'The secret of the webhook',
    nav: 'webhooks',
    body: html`<p class="flash flash-attention" role="alert">${icon('alert')}<span>Copy the secret now. It is not shown again.</span></p>
<div class="box"><div class="box-header"><h2 class="box-title">${webhook.name}</h2></div><div class="box-body reveal"><code class="secret" aria-label="the secret">${secret}</code>${copyButton(secret, 'the secret')}</div></div>
${use}${overlap}
<p class="section"><a class="button button-primary" href="${linkTo(view, `/webhooks/${webhook.id}`)}">I have copied the secret</a></p>`,
  }
}
