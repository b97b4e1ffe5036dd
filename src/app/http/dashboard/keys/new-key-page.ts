import { parseIpRange } from '../../../../net/ip-address.ts'
import { shorten } from '../../../../sanitize/neutralize.ts'
import { KeyName, type Scope } from '../../../keys/key-record.ts'
import {
  noProjectsYet,
  PROJECTS_FIELDS,
  type ProjectsErrors,
  type ProjectsForm,
  projectsChoice,
  projectsFormOf,
  readProjects,
} from '../frame/choose-projects.ts'
import { type FoundProjects, MOST_NAMED } from '../frame/find-projects.ts'
import type { FieldLimit, FormLimits } from '../frame/form.ts'
import { number } from '../frame/formats.ts'
import type { KeyManager } from '../frame/guard.ts'
import { type Html, html, icon, join, NOTHING, withCode } from '../frame/html.ts'
import { flashBox, type PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'

const checked = (is: boolean): Html => (is ? html` checked` : NOTHING)

interface NewKeyPage {
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
${projectsChoice(view, { manager, offered, form, errors, most: MOST_NAMED, noun: 'keys' })}
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
  text === undefined
    ? NOTHING
    : html`<p class="field-error">${icon('alert')}<span>${withCode(text)}</span></p>`

const radio = (name: string, value: string, current: string, label: string): Html =>
  html`<label class="choice"><input type="radio" name="${name}" value="${value}"${checked(value === current)}><span>${label}</span></label>`

/** The fields of the form, as they were sent. */
export interface KeyForm extends ProjectsForm {
  readonly name: string
  readonly scope: string
  readonly expires: string
  readonly addresses: string
}

interface WantedKey {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly projectIds: readonly string[] | null
  readonly allowedIps: readonly string[]
  readonly expiresInDays: 7 | 30 | 60 | 90 | null
}

/** The fields that are wrong. */
export type KeyErrors = ProjectsErrors &
  Readonly<
    Partial<Record<'name' | 'scope' | 'expires' | 'manyAddresses', true>> & {
      readonly address?: { readonly text: string; readonly coversAll: boolean }
    }
  >

/** 100 characters, each of which may be two UTF-16 units. */
export const KEY_NAME_FIELD: FieldLimit = { length: 200 }

const EXPIRIES = ['7', '30', '60', '90', 'none'] as const
/** Maps, as a field may hold the name of what every object has. */
const DAYS: ReadonlyMap<string, 7 | 30 | 60 | 90 | null> = new Map([
  ['7', 7],
  ['30', 30],
  ['60', 60],
  ['90', 90],
  ['none', null],
])

const SCOPES: ReadonlyMap<string, readonly Scope[]> = new Map([
  ['read', ['read']],
  ['write', ['read', 'write']],
  ['admin', ['read', 'write', 'admin']],
])

export const emptyForm = (manager: KeyManager): KeyForm => ({
  ...noProjectsYet(manager),
  name: '',
  scope: 'write',
  expires: '90',
  addresses: '',
})

/** Addresses and ranges that a form may name: each is compared with each use of the key. */
export const MOST_ADDRESSES = 100

/** The fields of the form. An IPv6 range has at most 49 characters. */
export const KEY_FORM: FormLimits = {
  name: KEY_NAME_FIELD,
  scope: { length: 20 },
  ...PROJECTS_FIELDS,
  expires: { length: 20 },
  addresses: { length: MOST_ADDRESSES * 50 },
}

export const formOf = (fields: URLSearchParams): KeyForm => ({
  ...projectsFormOf(fields),
  name: fields.get('name') ?? '',
  scope: fields.get('scope') ?? '',
  expires: fields.get('expires') ?? '',
  addresses: fields.get('addresses') ?? '',
})

/** The key that a person asks for, or what is wrong with the form. */
export function readNewKey(
  form: KeyForm,
  manager: KeyManager,
):
  | { readonly kind: 'valid'; readonly wanted: WantedKey }
  | { readonly kind: 'invalid'; readonly errors: KeyErrors } {
  const name = KeyName.safeParse(form.name)
  const scopes = SCOPES.get(form.scope)
  const { projectIds, errors: projectErrors } = readProjects(form, manager, MOST_NAMED)
  const addresses = form.addresses.split(/[\s,]+/).filter((text) => text !== '')
  const ranges = addresses.map((text) => ({ text, ...parseIpRange(text) }))
  const wrong = ranges.find((range) => range.kind === 'invalid')
  const expiresInDays = DAYS.get(form.expires)
  const errors: KeyErrors = {
    ...(!name.success && { name: true as const }),
    ...(scopes === undefined && { scope: true as const }),
    ...projectErrors,
    ...(expiresInDays === undefined && { expires: true as const }),
    ...(ranges.length > MOST_ADDRESSES && { manyAddresses: true as const }),
    ...(wrong?.kind === 'invalid' && { address: { text: wrong.text, coversAll: wrong.coversAll } }),
  }
  if (!name.success || scopes === undefined || expiresInDays === undefined || Object.keys(errors).length > 0)
    return { kind: 'invalid', errors }
  const allowedIps = ranges.flatMap((range) => (range.kind === 'range' ? [range.range] : []))
  return { kind: 'valid', wanted: { name: name.data, scopes, projectIds, allowedIps, expiresInDays } }
}
