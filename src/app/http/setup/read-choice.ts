import type { Owner } from '../../config/registration.ts'

/** Where the credentials go: a file on the server, or a page that shows them once. */
export type Storage = 'file' | 'page'

/** What the operator has chosen. */
export interface Choice {
  readonly owner: Owner
  readonly storage: Storage
}

/** The fields as they were sent, to fill in the form again. */
export interface ChoiceFields {
  readonly owner: string
  readonly organisation: string
  readonly enterprise: string
  readonly storage: string
}

export const EMPTY_CHOICE: ChoiceFields = { owner: '', organisation: '', enterprise: '', storage: 'file' }

export type ReadChoice =
  | { readonly kind: 'choice'; readonly choice: Choice }
  | { readonly kind: 'invalid'; readonly field: keyof ChoiceFields; readonly message: string }

/** https://docs.github.com/en/enterprise-cloud@latest/admin/concepts/identity-and-access-management/username-considerations-for-external-authentication */
const LOGIN = /^[a-z\d_-]{1,39}$/i
const SLUG = /^[a-z\d_-]{1,60}$/i

export const choiceFields = (form: URLSearchParams): ChoiceFields => {
  const field = (name: string): string => (form.get(name) ?? '').trim().slice(0, 200)
  return {
    owner: field('owner'),
    organisation: field('organisation'),
    enterprise: field('enterprise'),
    storage: field('storage'),
  }
}

export function readChoice(fields: ChoiceFields): ReadChoice {
  const { storage } = fields
  if (storage !== 'file' && storage !== 'page')
    return { kind: 'invalid', field: 'storage', message: 'Choose where the credentials go.' }
  switch (fields.owner) {
    case 'person':
      return { kind: 'choice', choice: { owner: { kind: 'person' }, storage } }
    case 'organisation':
      if (!LOGIN.test(fields.organisation))
        return { kind: 'invalid', field: 'organisation', message: NO_LOGIN }
      return {
        kind: 'choice',
        choice: { owner: { kind: 'organisation', login: fields.organisation }, storage },
      }
    case 'enterprise':
      if (!SLUG.test(fields.enterprise)) return { kind: 'invalid', field: 'enterprise', message: NO_SLUG }
      return { kind: 'choice', choice: { owner: { kind: 'enterprise', slug: fields.enterprise }, storage } }
    default:
      return { kind: 'invalid', field: 'owner', message: 'Choose who owns the App.' }
  }
}

const NO_LOGIN = 'Enter the name of the organisation as in its address on GitHub, for example acme.'
const NO_SLUG = 'Enter the name of the enterprise as in its address on GitHub, for example acme-inc.'
