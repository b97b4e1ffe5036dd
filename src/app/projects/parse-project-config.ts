import { z } from 'zod'
import { ChecksPlan, CommandsPlan } from '../../contract/checks.ts'
import { Effort } from '../../contract/model.ts'
import { McpServer } from '../../contract/runner-protocol/assignment.ts'
import { applyOrganisation } from '../../settings/apply-organisation.ts'
import { DEFAULT_BRANCH_PATTERN } from '../../settings/branch-pattern.ts'
import { type Capability, switchedOff } from '../../settings/capabilities.ts'
import type { SettingsOfOrganisation } from '../../settings/organisation-schema.ts'
import { describeInvalid, parseSettings } from '../../settings/parse-settings.ts'
import { resolveChecks, resolveCommands, resolvePublishRules } from '../../settings/resolve-rules.ts'
import type { Settings } from '../../settings/schema.ts'
import type { Watched } from '../../settings/section-types.ts'
import type { SettingsFile } from '../../settings/settings-files.ts'
import { MonthlyBudgetRecord } from '../job-store/job-record.ts'
import type { KnownFields } from '../store/parse-records.ts'

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
  const { 'fallback-models': allowedFallbacks } = organisation
  const all: ProjectConfig = {
    ...configWithDefaults(settings),
    ...(checkPlaces !== null && { checkPlaces }),
    ...(allowedFallbacks !== undefined && { allowedFallbacks }),
    organisation: version,
    warnings: [...parsed.warnings],
  }
  return { kind: 'valid', config: withoutCapabilities(all, switchedOff(organisation)) }
}

/** Capabilities that the organisation has switched off are off, regardless of the settings of the repository. */
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
): Omit<ProjectConfig, 'allowedFallbacks' | 'checkPlaces' | 'off' | 'budgets' | 'organisation' | 'warnings'> {
  const { protectedPaths: instructions, ...rules } = resolvePublishRules(file)
  const commands = resolveCommands(file)
  return {
    base: file.base ?? null,
    model: file.model ?? null,
    ...(file['fallback-models'] !== undefined && { fallbackModels: file['fallback-models'] }),
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
    ...(file['require-other-reviewer'] === true && { requireOtherReviewer: true as const }),
    feedback: {
      comment: file.feedback?.comment ?? true,
      checkRun: file.feedback?.['check-run'] ?? true,
    },
    triggers: {
      comments: file.triggers?.comments ?? DEFAULT_TRIGGERS.comments,
      labels: file.triggers?.labels ?? DEFAULT_TRIGGERS.labels,
      reviews: file.triggers?.reviews ?? DEFAULT_TRIGGERS.reviews,
      issueText: file.triggers?.conversation ?? DEFAULT_TRIGGERS.issueText,
      pullRequests: file.triggers?.['pull-requests'] ?? DEFAULT_TRIGGERS.pullRequests,
      ...(file.triggers?.plan !== undefined && { plan: file.triggers.plan }),
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

/** How people start work on issues and pull requests. */
const Triggers = z.looseObject({
  comments: z.boolean(),
  labels: z.array(z.string()),
  reviews: z.enum(['mention', 'all']),
  /** Of `conversation`, under its earlier name. */
  issueText: z.enum(['writers', 'everyone']),
  // Absent from records of older servers.
  pullRequests: z.enum(['own', 'all']).default('own'),
  /** What starts with a plan: everything, or what these labels start. Absent: nothing. */
  plan: z.union([z.literal('first'), z.array(z.string())]).optional(),
  teams: z.array(z.string()).default([]),
  bots: z.array(z.string()).default([]),
})
export type TriggerSettings = KnownFields<z.infer<typeof Triggers>>

export const DEFAULT_TRIGGERS: TriggerSettings = {
  comments: true,
  labels: ['prentice'],
  reviews: 'mention',
  issueText: 'writers',
  pullRequests: 'own',
  teams: [],
  bots: [],
}

/** A repository whose merges start work. */
const Watch = z.looseObject({
  repository: z.string(),
  paths: z.array(z.string()),
  prompt: z.string(),
  group: z.string(),
  quietMinutes: z.int(),
})
export type Watch = KnownFields<z.infer<typeof Watch>>

/** The checks whose failure is sent to the agent. */
const CiFailures = z.looseObject({
  /** `jobs`: globs; empty: all. */
  checks: z.array(z.looseObject({ workflow: z.string(), jobs: z.array(z.string()) })),
  /** Apps by their id, with globs of the names of their check runs, empty: all. Absent: none. */
  apps: z.array(z.looseObject({ app: z.int(), names: z.array(z.string()) })).optional(),
  /** How often, until somebody sends a message. */
  rounds: z.int(),
})
export type CiFailures = KnownFields<z.infer<typeof CiFailures>>

/** The settings of a project as they are stored, with their defaults. */
export const ProjectConfig = z.looseObject({
  base: z.string().nullable(),
  model: z.string().nullable(),
  /** Absent: none. */
  fallbackModels: z.array(z.string()).optional(),
  /** The only ones that a caller may name, as the settings of the organisation say. Absent: all. */
  allowedFallbacks: z.array(z.string()).optional(),
  // Absent from records of older servers.
  effort: Effort.nullable().default(null),
  draft: z.boolean(),
  // Absent from records of older servers.
  workingDirectory: z.string().nullable().default(null),
  showPrompt: z.boolean(),
  archiveOnClose: z.boolean(),
  limits: z.looseObject({
    steps: z.int().nullable(),
    minutes: z.number().nullable(),
    costUsd: z.number().nullable(),
    // Absent from records of older servers.
    tokens: z.int().nullable().default(null),
  }),
  allowedPaths: z.array(z.string()),
  unprotectedPaths: z.array(z.string()),
  maxFiles: z.int(),
  maxBytes: z.int(),
  executableScripts: z.boolean().optional(),
  signedCommits: z.boolean().optional(),
  instructions: z.array(z.string()),
  // Absent from records of older servers.
  checks: ChecksPlan.nullable().default(null),
  /** Absent: the agent may run no commands but the checks, or a record of an older server. */
  commands: CommandsPlan.optional(),
  /** The lines of the file in which the commands of the checks stand; absent: none. */
  checkPlaces: z.looseObject({ path: z.string(), lines: z.array(z.int()) }).optional(),
  // Absent from records of older servers.
  pullRequest: z
    .looseObject({
      branch: z.string(),
      assignRequester: z.boolean(),
      labels: z.array(z.string()),
      reviewers: z.array(z.string()),
      deleteBranch: z.enum(['never', 'merged', 'closed']).default('never'),
    })
    .default({
      branch: DEFAULT_BRANCH_PATTERN,
      assignRequester: true,
      labels: [],
      reviewers: [],
      deleteBranch: 'never',
    }),
  feedback: z
    .looseObject({ comment: z.boolean(), checkRun: z.boolean() })
    .default({ comment: true, checkRun: true }),
  triggers: Triggers.default(DEFAULT_TRIGGERS),
  /** Repositories whose merges start work here; absent: none. */
  watch: z.array(Watch).optional(),
  /** Repositories, as `owner/name`, that the runs of this one read; absent: none. */
  context: z.array(z.string()).optional(),
  /** MCP servers that the runs of this one ask; absent: none. */
  mcp: z.array(McpServer).optional(),
  /** The checks whose failure is sent to the agent; absent: none. */
  ciFailures: CiFailures.optional(),
  /** Whether a conflict of a pull request with its base is resolved; absent: no. */
  updateOnConflict: z.looseObject({ rounds: z.int() }).optional(),
  /** Whether commits do not start CI that are made after reading what strangers wrote; absent: they do. */
  holdCi: z.literal(true).optional(),
  /** Whether somebody who sent no prompt must approve; absent: no. */
  requireOtherReviewer: z.literal(true).optional(),
  /** Repositories, as `owner/name`, whose runs may read this one; absent: none. */
  readers: z.array(z.string()).optional(),
  /** Webhooks of the account, by name, that are told of jobs; absent: none. */
  notify: z.array(z.looseObject({ webhook: z.string(), events: z.array(z.string()).optional() })).optional(),
  /** What the organisation switches off; absent: nothing. A newer server may know more. */
  off: z.array(z.custom<Capability>((name) => typeof name === 'string')).optional(),
  /** The budgets of the organisation that cover the repository; absent: none. */
  budgets: z.array(MonthlyBudgetRecord).optional(),
  /** Version of the organisation's settings that are part of these. */
  organisation: z.string().default(''),
  /** Keys of the file that have no effect. */
  warnings: z.array(z.string()).default([]),
})
export type ProjectConfig = KnownFields<z.infer<typeof ProjectConfig>>
