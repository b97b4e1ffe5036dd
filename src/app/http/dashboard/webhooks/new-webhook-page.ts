import { WEBHOOK_EVENTS, WebhookFormat } from '../../../../contract/webhook.ts'
import type { KeyRecord } from '../../../keys/key-record.ts'
import { number } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import { flashBox, type PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import type { FoundProjects } from '../lookup/find-projects.ts'
import { projectField } from '../lookup/project-field.ts'
import type { WebhookErrors, WebhookForm } from './read-new-webhook.ts'
import { WEBHOOK_WORDS } from './webhook-words.ts'

export interface NewWebhookPage {
  /** The API keys that the person manages. */
  readonly keys: readonly KeyRecord[]
  /** The projects that the person administers. */
  readonly offered: FoundProjects
  readonly form: WebhookForm
  readonly errors: WebhookErrors
  /** Why the request was refused, whatever its fields say. */
  readonly refusal: string | null
}

const checked = (is: boolean): Html => (is ? html` checked` : NOTHING)

/** The form, with everything that is wrong in it. */
export function newWebhookPage(view: View, page: NewWebhookPage): PageContent {
  const words = view.say(WEBHOOK_WORDS)
  const newKey = html`<a class="button button-primary" href="${linkTo(view, '/keys/new')}">${icon('plus')}${words.newKey}</a>`
  const body =
    page.keys.length === 0
      ? html`<div class="blank">${icon('key')}<h2>${words.needsKey}</h2><p class="muted">${words.needsKeyHint}</p><p>${newKey}</p></div>`
      : drawForm(view, page)
  return { title: words.createTitle, nav: 'webhooks', body }
}

function drawForm(view: View, { keys, offered, form, errors, refusal }: NewWebhookPage): Html {
  const words = view.say(WEBHOOK_WORDS)
  const problem = refusal ?? (Object.keys(errors).length > 0 ? words.fixErrors : null)
  const projectError = errors.project ? words.errorProject : errors.covered && words.errorCovered
  return html`${problem === null ? NOTHING : html`<div role="alert">${flashBox({ tone: 'danger', text: problem })}</div>`}
<form class="form" method="post" action="${formTo(view, '/webhooks')}">
<div class="field"><label for="name">${words.name}</label><input type="text" id="name" name="name" required maxlength="100" value="${form.name}" autocomplete="off"${described('name', errors.name)}>${error('name', errors.name && words.errorName)}<p class="hint" id="name-hint">${words.nameHint}</p></div>
<div class="field"><label for="url">${words.url}</label><input type="text" inputmode="url" id="url" name="url" required maxlength="2000" value="${form.url}" placeholder="https://example.com/prentice" autocomplete="off" spellcheck="false"${described('url', errors.url)}>${error('url', errors.url && words.errorUrl)}<p class="hint" id="url-hint">${words.urlHint}</p></div>
<fieldset aria-describedby="format-hint"><legend>${words.format}</legend>${join(WebhookFormat.options.map((value) => html`<label class="choice"><input type="radio" name="format" value="${value}"${checked(value === form.format)}><span>${words[value]}</span></label>`))}${error('format', errors.format && words.errorFormat)}<p class="hint" id="format-hint">${words.formatHint}</p></fieldset>
<fieldset aria-describedby="events-hint"><legend>${words.events}</legend>${join(WEBHOOK_EVENTS.map((value) => html`<label class="choice"><input type="checkbox" name="event" value="${value}"${checked(form.events.includes(value))}><span>${words[value]} <code class="muted">${value}</code></span></label>`))}${error('events', errors.events && words.errorEvents)}<p class="hint" id="events-hint">${words.eventsHint}</p></fieldset>
<div class="field"><label for="key">${words.apiKey}</label><select id="key" name="key"${described('key', errors.key)}>${join(keys.map((key) => keyOption(view, key, form.key)))}</select>${error('key', errors.key && words.errorKey)}<p class="hint" id="key-hint">${words.apiKeyHint}</p></div>
<div class="field"><label for="project">${words.project}</label>${projectField(view, { found: offered, chosen: form.project, none: words.allProjects, isRequired: false })}${error('project', projectError)}</div>
<div class="field"><label class="choice"><input type="checkbox" name="named" aria-describedby="named-hint"${checked(form.onlyWhenNamed)}><span>${words.onlyWhenNamed}</span></label><p class="hint" id="named-hint">${words.onlyWhenNamedHint}</p></div>
<div class="row"><button class="button button-primary">${words.create}</button><a class="button" href="${linkTo(view, '/webhooks')}">${words.cancel}</a></div>
</form>`
}

const described = (id: string, isWrong: boolean | undefined): Html =>
  html` aria-describedby="${id}-hint${isWrong ? ` ${id}-error` : ''}"${isWrong ? html` aria-invalid="true"` : NOTHING}`

const error = (id: string, text: string | false | undefined): Html =>
  text === undefined || text === false
    ? NOTHING
    : html`<p class="field-error" id="${id}-error">${icon('alert')}<span>${text}</span></p>`

function keyOption(view: View, { id, name, last4, projectIds }: KeyRecord, chosen: string): Html {
  const words = view.say(WEBHOOK_WORDS)
  const covers = projectIds === null ? words.ofAllProjects : words.ofProjects(number(view, projectIds.length))
  return html`<option value="${id}"${id === chosen ? html` selected` : NOTHING}>${words.keyChoice(name, last4, covers)}</option>`
}
