import { parseIpRange } from '../../../../net/ip-address.ts'
import { KeyName, type Scope } from '../../../keys/key-record.ts'
import type { FieldLimit, FormLimits } from '../frame/parse-form.ts'
import { BOXES_FIELD, MOST_NAMED, NAMES_FIELD, namesIn, projectNamed } from '../lookup/find-projects.ts'
import { type KeyManager, mayManage } from './managed-keys.ts'

/** The fields of the form, as they were sent. */
export interface KeyForm {
  readonly name: string
  readonly scope: string
  readonly coverage: string
  readonly projects: readonly string[]
  /** Names of projects, one a line, where they are too many for a list. */
  readonly names: string
  readonly expires: string
  readonly addresses: string
}

export interface WantedKey {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly projectIds: readonly string[] | null
  readonly allowedIps: readonly string[]
  readonly expiresInDays: 7 | 30 | 60 | 90 | null
}

/** The fields that are wrong. */
export type KeyErrors = Readonly<
  Partial<
    Record<
      'name' | 'scope' | 'coverage' | 'noProject' | 'manyProjects' | 'project' | 'expires' | 'manyAddresses',
      true
    >
  > & {
    readonly address?: { readonly text: string; readonly coversAll: boolean }
    /** Names of projects that the person does not see. */
    readonly unknown?: readonly string[]
  }
>

/** 100 characters, each of which may be two UTF-16 units. */
export const KEY_NAME_FIELD: FieldLimit = { length: 200 }

export const EXPIRIES = ['7', '30', '60', '90', 'none'] as const
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

export const emptyForm = ({ account }: KeyManager): KeyForm => ({
  name: '',
  scope: 'write',
  coverage: account.isOwner ? 'all' : 'chosen',
  projects: [],
  names: '',
  expires: '90',
  addresses: '',
})

/** Addresses and ranges that a form may name: each is compared with each use of the key. */
export const MOST_ADDRESSES = 100

/** The fields of the form. An IPv6 range has at most 49 characters. */
export const KEY_FORM: FormLimits = {
  name: KEY_NAME_FIELD,
  scope: { length: 20 },
  coverage: { length: 20 },
  project: BOXES_FIELD,
  projects: NAMES_FIELD,
  expires: { length: 20 },
  addresses: { length: MOST_ADDRESSES * 50 },
}

export const formOf = (fields: URLSearchParams): KeyForm => ({
  name: fields.get('name') ?? '',
  scope: fields.get('scope') ?? '',
  coverage: fields.get('coverage') ?? '',
  projects: fields.getAll('project'),
  names: fields.get('projects') ?? '',
  expires: fields.get('expires') ?? '',
  addresses: fields.get('addresses') ?? '',
})

const projectIn = ({ access, account }: KeyManager, name: string): string | null =>
  projectNamed(access, account.id, name)

/** The ids of the projects that a form names. */
export const projectsIn = (form: KeyForm, manager: KeyManager): string[] => [
  ...form.projects,
  ...namesIn(form.names).flatMap((name) => projectIn(manager, name) ?? []),
]

/** The key that a person asks for, or what is wrong with the form. */
export function readNewKey(
  form: KeyForm,
  manager: KeyManager,
):
  | { readonly kind: 'valid'; readonly wanted: WantedKey }
  | { readonly kind: 'invalid'; readonly errors: KeyErrors } {
  const name = KeyName.safeParse(form.name)
  const scopes = SCOPES.get(form.scope)
  const unknown = namesIn(form.names).filter((name) => projectIn(manager, name) === null)
  const chosen = projectsIn(form, manager)
  const projectIds = form.coverage === 'all' ? null : [...new Set(chosen)]
  const addresses = form.addresses.split(/[\s,]+/).filter((text) => text !== '')
  const ranges = addresses.map((text) => ({ text, ...parseIpRange(text) }))
  const wrong = ranges.find((range) => range.kind === 'invalid')
  const expiresInDays = DAYS.get(form.expires)
  const isCoverage = form.coverage === 'all' || form.coverage === 'chosen'
  const errors: KeyErrors = {
    ...(!name.success && { name: true as const }),
    ...(scopes === undefined && { scope: true as const }),
    ...(!isCoverage && { coverage: true as const }),
    ...(isCoverage && projectIds?.length === 0 && { noProject: true as const }),
    ...((projectIds?.length ?? 0) > MOST_NAMED && { manyProjects: true as const }),
    ...(projectIds !== null && unknown.length > 0 && { unknown }),
    ...(isCoverage &&
      projectIds?.length !== 0 &&
      !mayManage(manager, projectIds) && { project: true as const }),
    ...(expiresInDays === undefined && { expires: true as const }),
    ...(ranges.length > MOST_ADDRESSES && { manyAddresses: true as const }),
    ...(wrong?.kind === 'invalid' && { address: { text: wrong.text, coversAll: wrong.coversAll } }),
  }
  if (!name.success || scopes === undefined || expiresInDays === undefined || Object.keys(errors).length > 0)
    return { kind: 'invalid', errors }
  const allowedIps = ranges.flatMap((range) => (range.kind === 'range' ? [range.range] : []))
  return { kind: 'valid', wanted: { name: name.data, scopes, projectIds, allowedIps, expiresInDays } }
}
