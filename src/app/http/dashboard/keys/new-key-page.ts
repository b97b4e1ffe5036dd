import { shorten } from '../../../../sanitize/neutralize.ts'
import { number } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import { flashBox, type PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { type FoundProjects, MOST_NAMED, NAMES_FIELD, someNames } from '../lookup/find-projects.ts'
import { KEYS_WORDS } from './keys-words.ts'
import type { KeyManager } from './managed-keys.ts'
import { EXPIRIES, KEY_FORM, type KeyErrors, type KeyForm, MOST_ADDRESSES } from './read-new-key.ts'

const checked = (is: boolean): Html => (is ? html` checked` : NOTHING)

export interface NewKeyPage {
  readonly manager: KeyManager
  /** The projects that the person administers. */
  readonly offered: FoundProjects
  readonly form: KeyForm
  readonly errors: KeyErrors
}

/** The form, with what is wrong in it. */
export function newKeyPage(view: View, { manager, offered, form, errors }: NewKeyPage): PageContent {
  const words = view.say(KEYS_WORDS)
  const hasErrors = Object.keys(errors).length > 0
  return {
    title: words.createTitle,
    nav: 'keys',
    body: html`${hasErrors ? html`<div role="alert">${flashBox({ tone: 'danger', text: words.fixErrors })}</div>` : NOTHING}
<form class="form" method="post" action="${formTo(view, '/keys')}">
<div class="field"><label for="name">${words.name}</label><input type="text" id="name" name="name" required maxlength="100" value="${form.name}" autocomplete="off" aria-describedby="name-hint"${errors.name ? html` aria-invalid="true"` : NOTHING}><p class="hint" id="name-hint">${words.nameHint}</p>${error(errors.name && words.errorName)}</div>
<fieldset aria-describedby="scope-hint"><legend>${words.may}</legend>${radio('scope', 'write', form.scope, words.readWrite)}${radio('scope', 'read', form.scope, words.readOnly)}${radio('scope', 'admin', form.scope, words.readWriteAdmin)}<p class="hint" id="scope-hint">${words.scopesHint}</p>${error(errors.scope && words.errorScope)}</fieldset>
${projectsField(view, { manager, offered, form, errors })}
<fieldset aria-describedby="expiry-hint"><legend>${words.expiry}</legend><div class="row choices">${join(EXPIRIES.map((value) => radio('expires', value, form.expires, value === 'none' ? words.noExpiry : words.days(value))))}</div><p class="hint" id="expiry-hint">${words.expiryHint}</p>${error(errors.expires && words.errorExpiry)}</fieldset>
<div class="field"><label for="addresses">${words.addresses}</label><textarea class="mono small-area" id="addresses" name="addresses" rows="3" maxlength="${KEY_FORM.addresses?.length ?? 0}" spellcheck="false" aria-describedby="addresses-hint"${errors.address ? html` aria-invalid="true"` : NOTHING}>${form.addresses}</textarea><p class="hint" id="addresses-hint">${words.addressesHint}</p>${error(errors.manyAddresses && words.errorManyAddresses(number(view, MOST_ADDRESSES)))}${error(addressError(view, errors))}</div>
<div class="row"><button class="button button-primary">${words.create}</button><a class="button" href="${linkTo(view, '/keys')}">${words.cancel}</a></div>
</form>`,
  }
}

function addressError(view: View, { address }: KeyErrors): string | undefined {
  const words = view.say(KEYS_WORDS)
  if (address === undefined) return undefined
  const text = shorten(address.text, 60)
  return address.coversAll ? words.errorAllAddresses(text) : words.errorAddress(text)
}

const error = (text: string | undefined): Html =>
  text === undefined ? NOTHING : html`<p class="field-error">${icon('alert')}<span>${text}</span></p>`

const radio = (name: string, value: string, current: string, label: string): Html =>
  html`<label class="choice"><input type="radio" name="${name}" value="${value}"${checked(value === current)}><span>${label}</span></label>`

function projectsField(view: View, { manager, offered, form, errors }: NewKeyPage): Html {
  const words = view.say(KEYS_WORDS)
  const { login, isOwner } = manager.account
  const boxes = offered.projects.map(
    ({ id, name }) =>
      html`<label class="choice"><input type="checkbox" name="project" value="${id}"${checked(form.projects.includes(id))}><span>${name} <span class="muted small mono">${id}</span></span></label>`,
  )
  const coverage = isOwner
    ? html`${radio('coverage', 'all', form.coverage, words.allProjectsOf(login))}${radio('coverage', 'chosen', form.coverage, words.chosenProjects)}`
    : html`<input type="hidden" name="coverage" value="chosen"><p class="hint before">${words.onlyOwners(login)}</p>`
  return html`<fieldset><legend>${words.covers}</legend>${coverage}${offered.total > offered.projects.length ? namesField(view, form) : html`<div class="choices-scroll" tabindex="0" role="group" aria-label="${words.chooseProjects}">${boxes.length === 0 ? html`<p class="muted flush">${words.noProjects}</p>` : join(boxes)}</div>`}${error(errors.unknown && words.errorUnknown(someNames(errors.unknown)))}${error(errors.manyProjects && words.errorManyProjects(number(view, MOST_NAMED)))}${error(errors.coverage && words.errorCoverage)}${error(errors.noProject && words.errorNoProject)}${error(errors.project && words.errorProject)}</fieldset>`
}

/** Too many projects for a list of boxes. */
function namesField(view: View, { names }: KeyForm): Html {
  const words = view.say(KEYS_WORDS)
  return html`<div class="field"><label for="projects">${words.projectNames}</label><textarea class="mono small-area" id="projects" name="projects" rows="4" maxlength="${NAMES_FIELD.length}" spellcheck="false" aria-describedby="projects-hint">${names}</textarea><p class="hint" id="projects-hint">${words.projectNamesHint}</p></div>`
}
