import { applyOrganisation } from '../../settings/apply-organisation.ts'
import { DEFAULT_BRANCH_PATTERN } from '../../settings/branch-pattern.ts'
import { type Capability, switchedOff } from '../../settings/capabilities.ts'
import type { SettingsOfOrganisation } from '../../settings/organisation-schema.ts'
import { describeInvalid, parseSettings } from '../../settings/parse-settings.ts'
import { resolveChecks, resolveCommands, resolvePublishRules } from '../../settings/resolve-rules.ts'
import type { Settings } from '../../settings/schema.ts'
import type { Watched } from '../../settings/section-types.ts'
import type { SettingsFile } from '../../settings/settings-files.ts'
import { type CiFailures, DEFAULT_TRIGGERS, type ProjectConfig, type Watch } from './project-config.ts'

/** The settings of the account that owns the repository. */
export interface OrganisationSettings {
  readonly settings: SettingsOfOrganisation
  /** Changes with the settings. */
  readonly version: string
}

export const NO_ORGANISATION: OrganisationSettings = { settings: {}, version: '' }

type ParsedConfig =
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

/** Unless the settings say otherwise. */
const DEFAULT_CI_ROUNDS = 2
const DEFAULT_QUIET_MINUTES = 10

/** The settings of the files as they are stored: what they leave out has its default. */
function configWithDefaults(
  file: Settings,
): Omit<ProjectConfig, 'checkPlaces' | 'off' | 'budgets' | 'organisation' | 'warnings'> {
  const { protectedPaths: instructions, ...rules } = resolvePublishRules(file)
  const commands = resolveCommands(file)
  return {
    base: file.base ?? null,
    model: file.model ?? null,
    effort: file.effort ?? null,
    draft: file.draft ?? false,
    workingDirectory: file['working-directory'] ?? null,
    showPrompt: file['show-prompt'] ?? false,
    archiveOnClose: file['archive-on-close'] ?? false,
    limits: {
      steps: file.limits?.steps ?? null,
      minutes: file.limits?.minutes ?? null,
      costUsd: file.limits?.['cost-usd'] ?? null,
      tokens: file.limits?.tokens ?? null,
    },
    ...rules,
    instructions,
    checks: resolveChecks(file),
    ...(commands !== null && { commands }),
    pullRequest: {
      branch: file['pull-request']?.branch ?? DEFAULT_BRANCH_PATTERN,
      assignRequester: file['pull-request']?.['assign-requester'] ?? true,
      labels: file['pull-request']?.labels ?? [],
      reviewers: file['pull-request']?.reviewers ?? [],
      deleteBranch: file['pull-request']?.['delete-branch'] ?? 'never',
    },
    feedback: {
      comment: file.feedback?.comment ?? true,
      checkRun: file.feedback?.['check-run'] ?? true,
    },
    triggers: {
      comments: file.triggers?.comments ?? DEFAULT_TRIGGERS.comments,
      labels: file.triggers?.labels ?? DEFAULT_TRIGGERS.labels,
      reviews: file.triggers?.reviews ?? DEFAULT_TRIGGERS.reviews,
      issueText: file.triggers?.['issue-text'] ?? DEFAULT_TRIGGERS.issueText,
      pullRequests: file.triggers?.['pull-requests'] ?? DEFAULT_TRIGGERS.pullRequests,
      teams: file.triggers?.teams ?? [],
      bots: file.triggers?.bots ?? [],
    },
    ...(file.watch !== undefined && { watch: file.watch.map(resolveWatch) }),
    ...(file.context !== undefined && { context: file.context }),
    ...(file.mcp !== undefined && file.mcp.length > 0 && { mcp: file.mcp }),
    ...(file['on-ci-failure'] === 'fix' && { ciFailures: resolveCiFailures(file) }),
    ...(file['on-conflict'] === 'update' && {
      updateOnConflict: { rounds: file['ci-rounds'] ?? DEFAULT_CI_ROUNDS },
    }),
    ...(file.ci === 'hold' && { holdCi: true as const }),
    ...(file.readers !== undefined && { readers: file.readers }),
    ...(file.notify !== undefined && { notify: file.notify }),
  }
}

function resolveCiFailures(file: Settings): CiFailures {
  const named = file['ci-checks'] ?? []
  const apps = named.flatMap(({ app, names = [] }) => (app === undefined ? [] : [{ app, names }]))
  return {
    checks: named.flatMap(({ workflow, jobs = [] }) => (workflow === undefined ? [] : [{ workflow, jobs }])),
    ...(apps.length > 0 && { apps }),
    rounds: file['ci-rounds'] ?? DEFAULT_CI_ROUNDS,
  }
}

function resolveWatch(given: Watched): Watch {
  return {
    repository: given.repository,
    paths: given.paths ?? [],
    prompt: given.prompt,
    // The name of a group cannot have a dot, so no other repository and no named group has this one.
    group: given.group ?? given.repository.toLowerCase().replace('/', '.'),
    quietMinutes: given['quiet-minutes'] ?? DEFAULT_QUIET_MINUTES,
  }
}
