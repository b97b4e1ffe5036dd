import { shorten } from '../../../../sanitize/neutralize.ts'
import { number } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import { flashBox, type PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { type FoundProjects, MOST_NAMED, NAMES_FIELD, someNames } from '../lookup/find-projects.ts'
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
  const hasErrors = Object.keys(errors).length > 0
  return {
    title: 'New API key',
    nav: 'keys',
    body: html`${hasErrors ? html`<div role="alert">${flashBox({ tone: 'danger', text: 'The key was not created. Correct the marked fields.' })}</div>` : NOTHING}
<form class="form" method="post" action="${formTo(view, '/keys')}">
<div class="field"><label for="name">Name</label><input type="text" id="name" name="name" required maxlength="100" value="${form.name}" autocomplete="off" aria-describedby="name-hint"${errors.name ? html` aria-invalid="true"` : NOTHING}><p class="hint" id="name-hint">For example, the program that uses it.</p>${error(errors.name && 'Enter a name of 1 to 100 visible characters.')}</div>
<fieldset aria-describedby="scope-hint"><legend>Scopes</legend>${radio('scope', 'write', form.scope, 'Read and write')}${radio('scope', 'read', form.scope, 'Read only')}${radio('scope', 'admin', form.scope, 'Read, write and manage webhooks')}<p class="hint" id="scope-hint">Read access is enough to show jobs. Creating, continuing and cancelling jobs needs write access. A webhook ends with the key that created it.</p>${error(errors.scope && 'Choose what the key may do.')}</fieldset>
${projectsField(view, { manager, offered, form, errors })}
<fieldset aria-describedby="expiry-hint"><legend>Expires after</legend><div class="row choices">${join(EXPIRIES.map((value) => radio('expires', value, form.expires, value === 'none' ? 'No expiry' : `${value} days`)))}</div><p class="hint" id="expiry-hint">A key that does not expire stays valid until somebody revokes it.</p>${error(errors.expires && 'Choose when the key expires.')}</fieldset>
<div class="field"><label for="addresses">Allowed addresses (optional)</label><textarea class="mono small-area" id="addresses" name="addresses" rows="3" maxlength="${KEY_FORM.addresses?.length ?? 0}" spellcheck="false" aria-describedby="addresses-hint"${errors.address ? html` aria-invalid="true"` : NOTHING}>${form.addresses}</textarea><p class="hint" id="addresses-hint">One IP address or CIDR range per line, such as 203.0.113.7 or 2001:db8::/48. Empty: any address.</p>${error(errors.manyAddresses && `Name at most ${number(view, MOST_ADDRESSES)} addresses and ranges.`)}${error(addressError(errors))}</div>
<div class="row"><button class="button button-primary">Create key</button><a class="button" href="${linkTo(view, '/keys')}">Cancel</a></div>
</form>`,
  }
}

function addressError({ address }: KeyErrors): string | undefined {
  if (address === undefined) return undefined
  const text = shorten(address.text, 60)
  return address.coversAll
    ? `${text} covers every address. Name a smaller range, or leave the field empty.`
    : `${text} is neither an IP address nor a CIDR range.`
}

const error = (text: string | undefined): Html =>
  text === undefined ? NOTHING : html`<p class="field-error">${icon('alert')}<span>${text}</span></p>`

const radio = (name: string, value: string, current: string, label: string): Html =>
  html`<label class="choice"><input type="radio" name="${name}" value="${value}"${checked(value === current)}><span>${label}</span></label>`

function projectsField(view: View, { manager, offered, form, errors }: NewKeyPage): Html {
  const { login, isOwner } = manager.account
  const boxes = offered.projects.map(
    ({ id, name }) =>
      html`<label class="choice"><input type="checkbox" name="project" value="${id}"${checked(form.projects.includes(id))}><span>${name} <span class="muted small mono">${id}</span></span></label>`,
  )
  const coverage = isOwner
    ? html`${radio('coverage', 'all', form.coverage, `All projects of ${login}, also future ones`)}${radio('coverage', 'chosen', form.coverage, 'Only these projects')}`
    : html`<input type="hidden" name="coverage" value="chosen"><p class="hint before">Only owners of ${login} create keys for all projects.</p>`
  return html`<fieldset><legend>Projects</legend>${coverage}${offered.total > offered.projects.length ? namesField(form) : html`<div class="choices-scroll" tabindex="0" role="group" aria-label="Choose projects">${boxes.length === 0 ? html`<p class="muted flush">No project yet</p>` : join(boxes)}</div>`}${error(errors.unknown && `You have no access to a project with this name: ${someNames(errors.unknown)}.`)}${error(errors.manyProjects && `Choose at most ${number(view, MOST_NAMED)} projects.`)}${error(errors.coverage && 'Choose all projects, or only some.')}${error(errors.noProject && 'Choose at least one project.')}${error(errors.project && 'You no longer have the admin role in one of these projects. Choose again.')}</fieldset>`
}

/** Too many projects for a list of boxes. */
function namesField({ names }: KeyForm): Html {
  return html`<div class="field"><label for="projects">Names of the projects</label><textarea class="mono small-area" id="projects" name="projects" rows="4" maxlength="${NAMES_FIELD.length}" spellcheck="false" aria-describedby="projects-hint">${names}</textarea><p class="hint" id="projects-hint">One name or project ID per line, such as acme/docs.</p></div>`
}
