import { COMMENT_COMMAND } from '../../../contract/github.ts'
import type { Assignment, Limits } from '../../../contract/runner-protocol/assignment.ts'
import { FEATURES } from '../../../contract/runner-protocol/protocol.ts'
import { budgetOf } from '../../budgets/daily-budget.ts'
import { monthlyBudgetsOf } from '../../budgets/monthly-budget.ts'
import type { Job } from '../../domain/job.ts'
import { hasFeature } from '../../domain/protocol-version.ts'
import { type RunKey, runId } from '../../domain/run-id.ts'
import { GithubRefused } from '../../github/errors.ts'
import type { Github } from '../../github/github.ts'
import { checkNotify } from '../../outgoing/endpoints/covering-webhooks.ts'
import { readPermissions } from '../../projects/installation-permissions.ts'
import { loadProject, type Project, repositoryRef, whyAbsent } from '../../projects/project.ts'
import type { ProjectConfig } from '../../projects/project-config.ts'
import { readInstructions } from '../../projects/refresh-project.ts'
import {
  type NumberedMessage,
  outsideOf,
  outsideTexts,
  promptsOf,
  readMessages,
} from '../../records/messages.ts'
import type { Store } from '../../store/store.ts'
import { type FoundContext, NO_CONTEXT } from '../context/find-context.ts'
import { findImages } from '../context/find-images.ts'
import { openContext } from '../context/open-context.ts'
import { checksOf, commandsOf } from './assigned-commands.ts'
import { limitsOf } from './assigned-limits.ts'
import { findMcp, resultsOf, showsPrompt } from './find-mcp.ts'
import { findSavedWork, type WorkOfEarlierRun } from './saved-patch.ts'
import { assignedIssue, attachedTo, earlierTurns, updateIn } from './turn-texts.ts'

export interface AssignmentDeps {
  readonly store: Store
  readonly github: Github
  readonly now: () => number
  /** Limits of a run, unless the settings of the project name others. */
  readonly limits: Limits
  /** Daily cost limit of a project, in US dollars. */
  readonly dailyCostUsd: number
  /** Web URL of GitHub. */
  readonly serverUrl: string
}

export interface Claimant {
  readonly features?: readonly string[] | undefined
  /** Whether the repository is public, as GitHub says now. */
  readonly isPublic: boolean
  /** Whether `setup` commands of the repository may run where the workflow runs. */
  readonly allowsSetup: boolean
  /** The other repositories that the run may read; absent: none. */
  readonly context?: FoundContext
  /** What the claim has read already; absent: nothing. */
  readonly known?: KnownTexts | undefined
}

/** The settings, and the messages of the job from the first on. */
export interface KnownTexts {
  readonly project: Project | null
  readonly messages: readonly NumberedMessage[]
}

/** Everything that the runner needs, with the settings of the project from the time of the dispatch. */
export async function buildAssignment(
  deps: AssignmentDeps,
  key: RunKey,
  job: Job,
  { features, isPublic, allowsSetup, context: found = NO_CONTEXT, known }: Claimant,
): Promise<Assignment> {
  const project = known?.project ?? (await loadProject(deps.store, job.project))
  const repository = project && repositoryRef(project)
  if (project === null || repository === null) throw new GithubRefused(whyAbsent(project))
  const { config } = project
  const { base, budgets = [], filesSha, first, last } = job.run
  if (config === null || base === null || filesSha === null)
    throw new Error(`run ${runId(key)} was not dispatched`)
  const [
    messages,
    earlier,
    instructions,
    identity,
    fetch,
    budget,
    monthly,
    saved,
    context,
    unheard,
    permissions,
  ] = await Promise.all([
    readTo(deps.store, job.id, last, known?.messages ?? []),
    earlierTurns(deps, job),
    readInstructions(deps.store, project.id, filesSha),
    deps.github.identity(),
    deps.github.mintFetchToken(repository),
    budgetOf(deps.store, project.id, deps.dailyCostUsd, deps.now()),
    monthlyBudgetsOf(
      deps.store,
      { accountId: job.run.workflow?.ownerId ?? project.accountId, budgets },
      deps.now(),
    ),
    findSavedWork(deps.store, job),
    openContext(deps.github, found),
    checkNotify(deps, project, config.notify ?? []),
    readPermissions(deps.store, repository.installationId),
  ])
  const images = hasFeature(features, 'images') ? await findImages(deps, repository, { messages, first }) : {}
  // The webhook about a change of visibility may be late; the OIDC token of the runner is current.
  const isPrivate = project.private && !isPublic
  const prompts = promptsOf(messages.slice(first - 1))
  const sent = messages.map(({ message }) => message)
  const isShown = showsPrompt(config, isPrivate, sent)
  const mcp = findMcp(config, { features, isShown })
  return {
    features: [...FEATURES],
    run: runId(key),
    job: job.id,
    number: job.run.number,
    repository: {
      id: project.repositoryId,
      owner: fetch.owner,
      name: fetch.name,
      url: `${deps.serverUrl}/${fetch.owner}/${fetch.name}`,
      private: isPrivate,
    },
    base,
    ...sourceOf(base, { job, config, project }),
    ...(project.defaultBranch !== null && { defaultBranch: project.defaultBranch }),
    branch: job.branch,
    ...outsideOf([...new Set([...outsideTexts(sent, job), ...resultsOf(mcp)])], config.holdCi === true),
    ...updateIn(messages, job.run, permissions),
    pullRequest: job.branchExists ? job.pullRequest : null,
    prompts,
    earlier,
    ...assignedIssue(job, messages[0]?.message),
    ...attachedTo(messages, job.run, { more: context.linked, isSupported: hasFeature(features, 'material') }),
    ...images,
    ...(config.triggers.comments && !config.off?.includes('comments') && { commentCommand: COMMENT_COMMAND }),
    ...supported(saved, features),
    model: job.model,
    ...(config.effort !== null && { effort: config.effort }),
    draft: job.draft ?? config.draft,
    ...workingDirectoryOf(job, config),
    limits: limitsOf(deps.limits, config, { budgets: [budget, ...monthly], capUsd: job.batch?.capUsd }),
    rules: {
      allowedPaths: config.allowedPaths,
      unprotectedPaths: config.unprotectedPaths,
      protectedPaths: config.instructions,
      maxFiles: config.maxFiles,
      maxBytes: config.maxBytes,
      ...(job.files !== undefined && { files: [...job.files] }),
      ...(config.executableScripts === true && { executableScripts: true }),
      ...(config.signedCommits === true && { signedCommits: true }),
    },
    instructions,
    ...context.given,
    ...(mcp.servers.length > 0 && { mcp: [...mcp.servers] }),
    ...checksOf(config, allowsSetup, [...context.warnings, ...mcp.warnings, ...unheard]),
    ...commandsOf(config, allowsSetup),
    author: { name: identity.botLogin, email: identity.botEmail },
    coAuthor: coAuthorOf(job, deps.serverUrl),
    // A prompt from the HTTP API stays off a public repository, and with it the whole job, unless the settings allow it.
    showPrompt: isShown,
    fetchToken: fetch.token,
  }
}

/** Messages 1 to `last` of a job, of which these are known. */
async function readTo(
  store: Store,
  job: string,
  last: number,
  known: readonly NumberedMessage[],
): Promise<NumberedMessage[]> {
  return [...known.slice(0, last), ...(await readMessages(store, job, known.length + 1, last))]
}

/** An action that cannot use the work of an earlier run does it again. */
const supported = (
  { savedPatch, unfinishedWork }: WorkOfEarlierRun,
  features: Claimant['features'],
): WorkOfEarlierRun => ({
  ...(savedPatch !== undefined && hasFeature(features, 'saved-patch') && { savedPatch }),
  ...(unfinishedWork !== undefined && hasFeature(features, 'parked-runs') && { unfinishedWork }),
})

/** Nothing: a person or GitHub has changed the base of the pull request. */
function sourceOf(
  base: string,
  about: {
    readonly job: Pick<Job, 'base'>
    readonly config: Pick<ProjectConfig, 'base'>
    readonly project: Pick<Project, 'defaultBranch'>
  },
): Pick<Assignment, 'baseFrom'> {
  if (base === about.job.base) return { baseFrom: 'job' }
  if (base === about.config.base) return { baseFrom: 'config' }
  return base === about.project.defaultBranch ? { baseFrom: 'default-branch' } : {}
}

/** GitHub's own no-reply address: https://docs.github.com/en/account-and-profile/reference/email-addresses-reference */
function coAuthorOf(job: Job, serverUrl: string): Assignment['coAuthor'] {
  if (job.origin.kind !== 'actor' && job.origin.kind !== 'github') return null
  const { id, login } = job.origin
  return { name: login, email: `${id}+${login}@users.noreply.${new URL(serverUrl).hostname}` }
}

function workingDirectoryOf(
  job: Pick<Job, 'workingDirectory'>,
  config: Pick<ProjectConfig, 'workingDirectory'>,
): Pick<Assignment, 'workingDirectory'> {
  const workingDirectory = job.workingDirectory ?? config.workingDirectory
  return workingDirectory === null ? {} : { workingDirectory }
}
