import { COMMENT_COMMAND } from '../../../contract/github.ts'
import type { Assignment } from '../../../contract/runner-protocol/assignment.ts'
import type { Material } from '../../../contract/runner-protocol/material.ts'
import { FEATURES } from '../../../contract/runner-protocol/protocol.ts'
import { type Budget, budgetOf, monthlyBudgetsOf } from '../../budgets/budgets.ts'
import type { Job } from '../../domain/job.ts'
import { isOfPerson } from '../../domain/origin.ts'
import { hasFeature } from '../../domain/protocol-version.ts'
import type { Run } from '../../domain/run.ts'
import { type RunKey, runId } from '../../domain/run-id.ts'
import { mayEndWithQuestion } from '../../domain/turns.ts'
import { GithubRefused } from '../../github/errors.ts'
import type { Github } from '../../github/github.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import { type NumberedMessage, outsideOf, outsideTexts, promptsOf } from '../../job-store/messages.ts'
import { permitsAll } from '../../keys/permits-all.ts'
import { checkNotify } from '../../outgoing/endpoints/covering-webhooks.ts'
import { readPermissions } from '../../projects/installed-projects.ts'
import { loadProject, type Project, repositoryRef, whyAbsent } from '../../projects/project.ts'
import { readInstructions } from '../../projects/refresh-project.ts'
import type { RunnerWork } from '../run-work.ts'
import {
  checksOf,
  commandsOf,
  findFallbacks,
  findMcp,
  limitsOf,
  NO_MCP,
  originOfBase,
  resultsOf,
  rulesOf,
  showsPrompt,
  workingDirectoryOf,
} from './assigned-settings.ts'
import { type FoundContext, NO_CONTEXT, openContext } from './find-context.ts'
import { type FoundConversation, NO_CONVERSATION } from './find-conversation.ts'
import { findImages } from './find-images.ts'
import { assignedIssue, attachedTo, outputSchemaOf, readTurn, supportedWork, updateIn } from './turn-texts.ts'

export interface Claimant {
  readonly features?: readonly string[] | undefined
  /** Whether the repository is public, as GitHub says now. */
  readonly isPublic: boolean
  /** Whether `setup` commands of the repository may run where the workflow runs. */
  readonly allowsSetup: boolean
  /** The other repositories that the run may read; absent: none. */
  readonly context?: FoundContext
  /** What people said where the run was asked for; absent: nothing. */
  readonly conversation?: FoundConversation
  /** What a review is about; absent: the run is no review. */
  readonly reviewed?: readonly Material[]
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
  deps: RunnerWork,
  key: RunKey,
  job: Job,
  {
    features,
    isPublic,
    allowsSetup,
    context: found = NO_CONTEXT,
    conversation: said = NO_CONVERSATION,
    reviewed = [],
    known,
  }: Claimant,
): Promise<Assignment> {
  const project = known?.project ?? (await loadProject(deps.store, job.project))
  const repository = project && repositoryRef(project)
  if (project === null || repository === null) throw new GithubRefused(whyAbsent(project))
  const { config } = project
  const { base, filesSha, first } = job.run
  if (config === null || base === null || filesSha === null)
    throw new Error(`run ${runId(key)} was not dispatched`)
  const [turn, access, budgets, instructions, notifyWarnings, permissions] = await Promise.all([
    readTurn(deps.store, job, known?.messages ?? []),
    openAccess(deps.github, repository, found),
    readBudgets(deps, project, job.run),
    readInstructions(deps.store, project.id, filesSha),
    checkNotify(deps, project, config.notify ?? []),
    readPermissions(deps.store, repository.installationId),
  ])
  const { messages, earlier, referred, savedWork } = turn
  const { identity, fetch, context } = access
  // The webhook about a change of visibility may be late; the OIDC token of the runner is current.
  const isPrivate = project.private && !isPublic
  const sent = messages.map(({ message }) => message)
  const isShown = showsPrompt(config, isPrivate, sent)
  const fallbacks = findFallbacks(job, config, features)
  const { review } = job.run
  const mcp = review?.isOfFork ? NO_MCP : findMcp(config, { features, isShown })
  // A confidential prompt may have arrived during the claim.
  const conversation = isShown ? said : NO_CONVERSATION
  const images = hasFeature(features, 'images')
    ? await findImages(deps, repository, { messages, first, said: conversation.texts })
    : {}
  const ignored = messages.slice(first - 1).flatMap(({ message }) => message?.ignored ?? [])
  const warnings = [
    ...ignored,
    ...context.warnings,
    ...conversation.warnings,
    ...fallbacks.warnings,
    ...mcp.warnings,
    ...notifyWarnings,
  ]
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
    ...originOfBase(base, { job, config, project }),
    ...(project.defaultBranch !== null && { defaultBranch: project.defaultBranch }),
    branch: job.branch,
    ...outsideOf([...new Set([...outsideTexts(sent, job), ...resultsOf(mcp)])], config.holdCi === true),
    ...updateIn(messages, job.run, permissions),
    pullRequest: job.branchExists ? job.pullRequest : null,
    prompts: promptsOf(messages.slice(first - 1)),
    ...(job.run.mode !== undefined && { mode: job.run.mode }),
    ...outputSchemaOf(messages[0]?.message),
    ...(mayAsk(job, messages) && hasFeature(features, 'questions') && { questions: true }),
    ...(review !== undefined && { review: { pullRequest: review.pullRequest } }),
    earlier,
    ...assignedIssue(job, messages[0]?.message),
    ...attachedTo(messages, job.run, {
      more: [...reviewed, ...referred, ...conversation.material, ...context.linked],
      isSupported: hasFeature(features, 'material'),
    }),
    ...images,
    ...(config.triggers.comments && !config.off?.includes('comments') && { commentCommand: COMMENT_COMMAND }),
    ...supportedWork(savedWork, features),
    model: job.model,
    ...(fallbacks.models.length > 0 && { fallbackModels: [...fallbacks.models] }),
    ...(config.effort !== null && { effort: config.effort }),
    draft: job.draft ?? config.draft,
    ...workingDirectoryOf(job, config),
    limits: limitsOf(deps.limits, config, { budgets, capUsd: job.batch?.capUsd }),
    rules: rulesOf(job, config),
    instructions,
    ...context.given,
    ...(mcp.servers.length > 0 && { mcp: [...mcp.servers] }),
    ...checksOf(config, allowsSetup, warnings),
    ...commandsOf(config, allowsSetup),
    author: { name: identity.botLogin, email: identity.botEmail },
    coAuthor: coAuthorOf(job, deps.serverUrl),
    // A prompt from the HTTP API stays off a public repository, and with it the whole job, unless the settings allow it.
    showPrompt: isShown,
    fetchToken: fetch.token,
  }
}

/** Nobody reads the question of a turn that a merge elsewhere, or a setting, has asked for. */
const mayAsk = (job: Job, messages: readonly NumberedMessage[]): boolean =>
  mayEndWithQuestion(job) &&
  permitsAll(messages.slice(job.run.first - 1), ({ message }) => isOfPerson(message?.origin))

/** Who the runner commits as, and the tokens that it reads with. */
async function openAccess(github: Github, repository: RepositoryRef, found: FoundContext) {
  const [identity, fetch, context] = await Promise.all([
    github.identity(),
    github.mintFetchToken(repository),
    openContext(github, found),
  ])
  return { identity, fetch, context }
}

/** What is left of the budgets of the project for today, and of its account for this month. */
async function readBudgets(
  { store, now, dailyCostUsd }: RunnerWork,
  { id, accountId }: Project,
  { workflow, budgets = [] }: Run,
): Promise<Budget[]> {
  const [daily, monthly] = await Promise.all([
    budgetOf(store, id, dailyCostUsd, now()),
    monthlyBudgetsOf(store, { accountId: workflow?.ownerId ?? accountId, budgets }, now()),
  ])
  return [daily, ...monthly]
}

/** GitHub's own no-reply address: https://docs.github.com/en/account-and-profile/reference/email-addresses-reference */
function coAuthorOf(job: Job, serverUrl: string): Assignment['coAuthor'] {
  if (job.origin.kind !== 'actor' && job.origin.kind !== 'github') return null
  const { id, login } = job.origin
  return { name: login, email: `${id}+${login}@users.noreply.${new URL(serverUrl).hostname}` }
}
