import type { Permissions } from '../state/account.ts'

export interface AppManifest {
  readonly name: string
  readonly url: string
  readonly redirect_url: string
  readonly callback_urls?: readonly string[]
  readonly setup_url?: string
  readonly hook_attributes?: { readonly url: string; readonly active?: boolean }
  readonly default_permissions?: Permissions
  readonly default_events?: readonly string[]
  readonly public?: boolean
}

type Read =
  | { readonly kind: 'manifest'; readonly manifest: AppManifest }
  | { readonly kind: 'invalid'; readonly errors: readonly string[] }

type Fields = Readonly<Record<string, unknown>>

/** Parses and checks a manifest as far as GitHub documents what it requires. */
export const readAppManifest = (text: string): Read => {
  const given = parse(text)
  if (given === null) return { kind: 'invalid', errors: ['Error parsing manifest: it is not a JSON object'] }
  const errors = [
    ...(isUrl(given.url) ? [] : ['Error url: must be a URL']),
    ...(isUrl(given.redirect_url) ? [] : ['Error redirect_url: must be a URL']),
    ...(isHook(given.hook_attributes) ? [] : ['Error hook_attributes: url must be a URL']),
    ...(areUrls(given.callback_urls) ? [] : ['Error callback_urls: must be URLs']),
    ...(given.setup_url === undefined || isUrl(given.setup_url) ? [] : ['Error setup_url: must be a URL']),
    ...(arePermissions(given.default_permissions) ? [] : ['Error default_permissions: is not valid']),
    ...(areEvents(given.default_events) ? [] : ['Error default_events: is not valid']),
  ]
  if (!isManifest(given)) return { kind: 'invalid', errors }
  return { kind: 'manifest', manifest: { ...given, name: given.name ?? '' } }
}

export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')

const parse = (text: string): Fields | null => {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return null
  }
}

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null

const isManifest = (given: Fields): given is Fields & AppManifest =>
  (given.name === undefined || typeof given.name === 'string') &&
  isUrl(given.url) &&
  isUrl(given.redirect_url) &&
  isHook(given.hook_attributes) &&
  areUrls(given.callback_urls) &&
  (given.setup_url === undefined || isUrl(given.setup_url)) &&
  arePermissions(given.default_permissions) &&
  areEvents(given.default_events) &&
  (given.public === undefined || typeof given.public === 'boolean')

const isUrl = (value: unknown): boolean =>
  typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value)

const areUrls = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isUrl))

const isHook = (value: unknown): boolean => value === undefined || isUrl(fieldsOf(value)?.url)

const arePermissions = (value: unknown): boolean =>
  value === undefined ||
  Object.values(fieldsOf(value) ?? { not: 'an object' }).every(
    (level) => level === 'read' || level === 'write',
  )

const areEvents = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((name) => typeof name === 'string'))
