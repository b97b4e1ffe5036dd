// What the settings of a project decide about a run. Pure.

import { fallbacksOf } from '../../../contract/model.ts'
import {
  type Assignment,
  DEFAULT_TOKENS,
  type Limits,
  type McpServer,
} from '../../../contract/runner-protocol/assignment.ts'
import type { Budget } from '../../budgets/budgets.ts'
import type { Job } from '../../domain/job.ts'
import { hasFeature } from '../../domain/protocol-version.ts'
import { isAskedOnGithub, type StoredMessage } from '../../job-store/messages.ts'
import { permitsAll } from '../../keys/permits-all.ts'
import type { ProjectConfig } from '../../projects/parse-project-config.ts'
import type { Project } from '../../projects/project.ts'

/** Where the base comes from. Nothing: a person or GitHub has changed the base of the pull request. */
export function originOfBase(
  base: string,
  from: {
    readonly job: Pick<Job, 'base'>
    readonly config: Pick<ProjectConfig, 'base'>
    readonly project: Pick<Project, 'defaultBranch'>
  },
): Pick<Assignment, 'baseFrom'> {
  if (base === from.job.base) return { baseFrom: 'job' }
  if (base === from.config.base) return { baseFrom: 'config' }
  return base === from.project.defaultBranch ? { baseFrom: 'default-branch' } : {}
}

export function workingDirectoryOf(
  job: Pick<Job, 'workingDirectory'>,
  config: Pick<ProjectConfig, 'workingDirectory'>,
): Pick<Assignment, 'workingDirectory'> {
  const workingDirectory = job.workingDirectory ?? config.workingDirectory
  return workingDirectory === null ? {} : { workingDirectory }
}

/** What may be published. */
export const rulesOf = (job: Pick<Job, 'files'>, config: ProjectConfig): Assignment['rules'] => ({
  allowedPaths: config.allowedPaths,
  unprotectedPaths: config.unprotectedPaths,
  protectedPaths: config.instructions,
  maxFiles: config.maxFiles,
  maxBytes: config.maxBytes,
  ...(job.files !== undefined && { files: [...job.files] }),
  ...(config.executableScripts === true && { executableScripts: true }),
  ...(config.signedCommits === true && { signedCommits: true }),
})

/** The smallest cost limit of a run. Otherwise a run may use what is left of its budgets. */
const MIN_USD = 0.01

/** Caps of the cost besides the limit of the settings. */
interface CostCaps {
  /** Of the project for today, and of its account for this month. */
  readonly budgets: readonly Pick<Budget, 'name' | 'leftUsd'>[]
  /** Of a job of a batch. */
  readonly capUsd: number | undefined
}

export function limitsOf(limits: Limits, config: ProjectConfig, { budgets, capUsd }: CostCaps): Limits {
  const own = Math.min(config.limits.costUsd ?? limits.costUsd, capUsd ?? Number.POSITIVE_INFINITY)
  const [least] = budgets.toSorted((one, other) => one.leftUsd - other.leftUsd)
  const costBudget = least !== undefined && least.leftUsd < own ? describeRest(least) : null
  return {
    steps: config.limits.steps ?? limits.steps,
    seconds:
      config.limits.minutes === null ? limits.seconds : Math.max(1, Math.round(config.limits.minutes * 60)),
    costUsd: Math.max(MIN_USD, Math.min(own, least?.leftUsd ?? own)),
    ...(costBudget !== null && { costBudget }),
    tokens: config.limits.tokens ?? limits.tokens ?? DEFAULT_TOKENS,
  }
}

const describeRest = ({ name }: Pick<Budget, 'name'>): string =>
  name === undefined
    ? "all that was left of the project's budget for today. New work is refused until the next day begins, at 00:00 UTC"
    : `all that was left of the organisation's budget ${name} for this month. New work is refused until an owner of the organisation raises it, or the next month begins`

/** Checks that need `setup` cannot run without it. */
export function checksOf(
  { checks, warnings }: ProjectConfig,
  allowsSetup: boolean,
  more: readonly string[],
): Pick<Assignment, 'checks' | 'warnings'> {
  const isLeftOut = checks !== null && checks.setup.length > 0 && !allowsSetup
  const all = [
    ...warnings.map((warning) => `settings: ${warning}`),
    ...(isLeftOut ? [SETUP_NOT_ALLOWED] : []),
    ...more,
  ]
  return {
    ...(checks !== null && !isLeftOut && { checks }),
    ...(all.length > 0 && { warnings: all }),
  }
}

/** Commands do not need `setup`: what it would have installed is missing. */
export const commandsOf = (
  { commands }: ProjectConfig,
  allowsSetup: boolean,
): Pick<Assignment, 'commands'> =>
  commands === undefined ? {} : { commands: allowsSetup ? commands : { setup: [] } }

const SETUP_NOT_ALLOWED =
  '`setup` and `checks` are left out: the runner repository of the account does not allow `setup` commands of other repositories'

/** Whether everybody who sees the repository may see the prompts of a job. */
export const showsPrompt = (
  { showPrompt }: Pick<ProjectConfig, 'showPrompt'>,
  isPrivate: boolean,
  messages: readonly (StoredMessage | null)[],
): boolean => isPrivate || showPrompt || permitsAll(messages, isAskedOnGithub)

interface FoundFallbacks {
  readonly models: readonly string[]
  /** Why some are left out, for the log of the run. */
  readonly warnings: readonly string[]
}

/** The models that may continue a run: those of the job, or else of the settings, which the organisation allows. */
export function findFallbacks(
  job: Pick<Job, 'model' | 'fallbackModels'>,
  { fallbackModels = [], allowedFallbacks }: Pick<ProjectConfig, 'fallbackModels' | 'allowedFallbacks'>,
  features: readonly string[] | undefined,
): FoundFallbacks {
  const named = fallbacksOf(job.model, job.fallbackModels ?? fallbackModels)
  if (named.length > 0 && !hasFeature(features, 'fallback-models'))
    return { models: [], warnings: [`fallback models: ${TOO_OLD_FOR_FALLBACKS}`] }
  const models = named.filter((name) => allowedFallbacks?.includes(name) ?? true)
  const left = named.filter((name) => !models.includes(name))
  return { models, warnings: left.map((name) => `fallback models: ${name} ${NOT_ALLOWED}`) }
}

const TOO_OLD_FOR_FALLBACKS =
  'update the action in the workflow file, which cannot continue with another model yet'
const NOT_ALLOWED = 'is left out: `fallback-models` of the organisation does not name it'

interface FoundMcp {
  readonly servers: readonly McpServer[]
  /** Why they are left out, for the log of the run. */
  readonly warnings: readonly string[]
}

export const NO_MCP: FoundMcp = { servers: [], warnings: [] }

/**
 * The MCP servers that a run may ask. What the agent asks them comes from the prompts, and who can change the settings need
 * not be one who may know a confidential prompt.
 */
export function findMcp(
  { mcp = [] }: Pick<ProjectConfig, 'mcp'>,
  { features, isShown }: { readonly features: readonly string[] | undefined; readonly isShown: boolean },
): FoundMcp {
  if (mcp.length === 0) return NO_MCP
  const leftOut = (why: string): FoundMcp => ({ servers: [], warnings: [`mcp: ${why}`] })
  if (!hasFeature(features, 'mcp'))
    return leftOut('update the action in the workflow file, which cannot ask MCP servers yet')
  if (!isShown) return leftOut('a job whose prompts are confidential asks no MCP server')
  return { servers: mcp, warnings: [] }
}

/** As the pull request names it. */
export const resultsOf = ({ servers }: FoundMcp): string[] =>
  servers.map(({ name }) => `results of the MCP server ${name}`)
