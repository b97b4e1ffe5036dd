import type { SettingsOfOrganisation } from './organisation-schema.ts'
import { describeInvalid, parseOrganisationFile } from './parse-settings.ts'

/** In the repository `.github` of the account. */
export const ORGANISATION_REPOSITORY = '.github'
export const ORGANISATION_PATH = 'prentice.yml'

/** The settings that an organisation can have. What runs in a repository is decided in that repository alone. */
const KEYS: readonly string[] = [
  'archive-on-close',
  'budgets',
  'capabilities',
  'ci',
  'commands',
  'draft',
  'effort',
  'executable-scripts',
  'feedback',
  'limits',
  'max-bytes',
  'max-files',
  'model',
  'on-ci-failure',
  'on-conflict',
  'paths',
  'pull-request',
  'show-prompt',
  'signed-commits',
  'triggers',
] satisfies (keyof SettingsOfOrganisation)[]

export type ParsedOrganisation =
  | { readonly kind: 'valid'; readonly settings: SettingsOfOrganisation }
  | { readonly kind: 'invalid'; readonly detail: string }

/** `text`: `null` if the file is too large. */
export function parseOrganisationSettings(text: string | null): ParsedOrganisation {
  const parsed = parseOrganisationFile({ path: ORGANISATION_PATH, text })
  if (parsed.kind === 'invalid') return { kind: 'invalid', detail: describeInvalid(parsed) }
  const { settings, warnings } = parsed
  const foreign = Object.keys(settings).filter((key) => !KEYS.includes(key))
  const problems = [
    ...foreign.map((key) => `${key} is a setting of single repositories, not of an organisation`),
    ...warnings,
  ]
  // A key that this version does not know may be a restriction, and it would hold nowhere.
  return problems.length === 0
    ? { kind: 'valid', settings }
    : { kind: 'invalid', detail: `${ORGANISATION_PATH}: ${problems.join('; ')}` }
}
