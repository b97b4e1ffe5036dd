import { applyOrganisation } from '../../../settings/apply-organisation.ts'
import { type Capability, switchedOff } from '../../../settings/capabilities.ts'
import type { SettingsOfOrganisation } from '../../../settings/organisation-schema.ts'
import { describeInvalid, parseSettings } from '../../../settings/parse-settings.ts'
import type { SettingsFile } from '../../../settings/settings-files.ts'
import { configWithDefaults } from './config-with-defaults.ts'
import type { ProjectConfig } from './project-config.ts'

/** The settings of the account that owns the repository. */
export interface OrganisationSettings {
  readonly settings: SettingsOfOrganisation
  /** Changes with the settings. */
  readonly version: string
}

export const NO_ORGANISATION: OrganisationSettings = { settings: {}, version: '' }

export type ParsedConfig =
  | { readonly kind: 'valid'; readonly config: ProjectConfig }
  | { readonly kind: 'invalid'; readonly detail: string }

/** The settings of a repository within those of its organisation. */
export function parseProjectConfig(
  files: readonly SettingsFile[],
  { settings: organisation, version }: OrganisationSettings = NO_ORGANISATION,
): ParsedConfig {
  const parsed = parseSettings(files)
  if (parsed.kind === 'invalid') return { kind: 'invalid', detail: describeInvalid(parsed) }
  const settings = applyOrganisation(organisation, parsed.settings)
  const { checkPlaces } = parsed
  const all: ProjectConfig = {
    ...configWithDefaults(settings),
    ...(checkPlaces !== null && { checkPlaces }),
    organisation: version,
    warnings: [...parsed.warnings],
  }
  return { kind: 'valid', config: withoutCapabilities(all, switchedOff(organisation)) }
}

/** What the organisation has switched off is off, regardless of the settings of the repository. */
function withoutCapabilities(
  { watch, context, mcp, ...config }: ProjectConfig,
  off: readonly Capability[],
): ProjectConfig {
  const isOn = (name: Capability) => !off.includes(name)
  return {
    ...config,
    ...(watch !== undefined && isOn('watch') && { watch }),
    ...(context !== undefined && isOn('context') && { context }),
    ...(mcp !== undefined && isOn('mcp') && { mcp }),
    feedback: {
      ...config.feedback,
      comment: config.feedback.comment && isOn('job-comments'),
      checkRun: config.feedback.checkRun && isOn('check-runs'),
    },
    triggers: {
      ...config.triggers,
      labels: isOn('labels') ? config.triggers.labels : [],
      teams: isOn('teams') ? config.triggers.teams : [],
      bots: isOn('bots') ? config.triggers.bots : [],
    },
    ...(off.length > 0 && { off: [...off] }),
  }
}
