import type { SettingsOfOrganisation } from './organisation-schema.ts'
import { type ParsedSettings, parseOrganisationFile } from './parse-settings.ts'

/** In the repository `.github` of the account. */
export const ORGANISATION_REPOSITORY = '.github'
export const ORGANISATION_PATH = 'prentice.yml'

export type ParsedOrganisation =
  | { readonly kind: 'valid'; readonly settings: SettingsOfOrganisation }
  | Extract<ParsedSettings, { kind: 'invalid' }>

/** `text`: `null` if the file is too large. */
export function parseOrganisationSettings(text: string | null, path = ORGANISATION_PATH): ParsedOrganisation {
  const parsed = parseOrganisationFile({ path, text })
  return parsed.kind === 'invalid' ? parsed : { kind: 'valid', settings: parsed.settings }
}
