import { COMMENT_COMMAND } from '../../../contract/comment-command.ts'
import {
  type Assignment,
  DEFAULT_TOKENS,
  type EarlierTurn,
  type Limits,
} from '../../../contract/runner-protocol/assignment.ts'
import type { Material } from '../../../contract/runner-protocol/material.ts'
import { FEATURES } from '../../../contract/runner-protocol/protocol.ts'
import { budgetOf } from '../../budgets/daily-budget.ts'
import { monthlyBudgetsOf } from '../../budgets/monthly-budget.ts'
import type { Job, Run } from '../../domain/job.ts'
import { wasNeverClaimed } from '../../domain/open-run.ts'
import { hasFeature } from '../../domain/protocol-version.ts'
import { type RunKey, runId } from '../../domain/run-id.ts'
import { GithubRefused } from '../../github/errors.ts'
import type { Github } from '../../github/github.ts'
import { loadProject } from '../../projects/load-project.ts'
import { repositoryRef, whyAbsent } from '../../projects/project.ts'
import type { ProjectConfig } from '../../projects/project-config.ts'
import { readInstructions } from '../../projects/refresh-project.ts'
import {
  isAskedOnGithub,
  outsideOf,
  outsideTexts,
  readMessages,
  readPrompts,
  type StoredMessage,
} from '../../records/messages.ts'
import { earlierRuns, readResults } from '../../records/run-history.ts'
import type { Store } from '../../store/store.ts'
import { type FoundContext, NO_CONTEXT } from './find-context.ts'
import { findImages } from './find-images.ts'
import { findSavedWork, type WorkOfEarlierRun } from './saved-patch.ts'

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

/** A later turn sees at most this many characters of each earlier prompt. */
const EARLIER_PROMPT_LIMIT = 4_000

export interface Claimant {
  readonly features?: readonly string[] | undefined
  /** Whether the repository is public, as GitHub says now. */
  readonly isPublic: boolean
  /** Whether `setup` commands of the repository may run where the workflow runs. */
  readonly allowsSetup: boolean
  /** The other repositories that the run may read; absent: none. */
  readonly context?: FoundContext
}

/** Everything that the runner needs, with the settings of the project from the time of the dispatch. */
export async function buildAssignment(
  deps: AssignmentDeps,
  key: RunKey,
  job: Job,
  { features, isPublic, allowsSetup, context: found = NO_CONTEXT }: Claimant,
): Promise<Assignment> {
  const project = await loadProject(deps.store, job.project)
  const repository = project && repositoryRef(project)
  if (project === null || repository === null) throw new GithubRefused(whyAbsent(project))
  const { config } = project
  const { base, budgets = [], filesSha, first, last } = job.run
  if (config === null || base === null || filesSha === null)
    throw new Error(`run ${runId(key)} was not dispatched`)
  const [messages, prompts, earlier, instructions, identity, fetch, budget, monthly, saved, context] =
    await Promise.all([
      readMessages(deps.store, job.id, 1, last),
      readPrompts(deps.store, job.id, first, last),
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
    ])
  const images = hasFeature(features, 'images') ? await findImages(deps, repository, { messages, first }) : {}
  // The webhook about a change of visibility may be late; the OIDC token of the runner is current.
  const isPrivate = project.private && !isPublic
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
    baseFrom: job.base !== null ? 'job' : config.base === base ? 'config' : 'default-branch',
    ...(project.defaultBranch !== null && { defaultBranch: project.defaultBranch }),
    branch: job.branch,
    ...outsideOf(
      outsideTexts(
        messages.map(({ message }) => message),
        job,
      ),
      config.holdCi === true,
    ),
    ...updateIn(messages, job.run),
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
    limits: limitsOf(
      deps.limits,
      config,
      smallest([...[budget, ...monthly].map(({ leftUsd }) => leftUsd), job.batch?.capUsd]),
    ),
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
    ...checksOf(config, allowsSetup, context.warnings),
    ...commandsOf(config, allowsSetup),
    author: { name: identity.botLogin, email: identity.botEmail },
    coAuthor: coAuthorOf(job, deps.serverUrl),
    // A prompt from the HTTP API stays off a public repository, and with it the whole job, unless the settings allow it.
    showPrompt: isPrivate || config.showPrompt || messages.every(({ message }) => isAskedOnGithub(message)),
    fetchToken: fetch.token,
  }
}

interface OpenedContext extends Pick<FoundContext, 'linked' | 'warnings'> {
  readonly given: Pick<Assignment, 'context'>
}

/** A run can do without its context: whatever prevents the token is a warning. */
async function openContext(
  github: Pick<Github, 'mintContextToken'>,
  { repositories, linked, warnings }: FoundContext,
): Promise<OpenedContext> {
  if (repositories.length === 0) return { given: {}, linked: [], warnings }
  try {
    const token = await github.mintContextToken(repositories.map(({ repository }) => repository))
    const read = repositories.map(({ repository: { owner, name }, branch }) => ({ owner, name, branch }))
    return { given: { context: { token, repositories: read } }, linked, warnings }
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    return { given: {}, linked: [], warnings: [...warnings, `context: it is left out: ${error.message}`] }
  }
}

/** An action that cannot use the work of an earlier run does it again. */
const supported = (
  { savedPatch, unfinishedWork }: WorkOfEarlierRun,
  features: Claimant['features'],
): WorkOfEarlierRun => ({
  ...(savedPatch !== undefined && hasFeature(features, 'saved-patch') && { savedPatch }),
  ...(unfinishedWork !== undefined && hasFeature(features, 'parked-runs') && { unfinishedWork }),
})

/** Whether the turn merges the base into the branch, and does nothing else. */
function updateIn(messages: readonly NumberedMessage[], { first }: Run): Pick<Assignment, 'update'> {
  const turn = messages.filter(({ number }) => number >= first)
  if (!turn.some(({ message }) => message?.update)) return {}
  return { update: { alone: turn.every(({ message }) => message?.update) } }
}

/** A pull request closes issues only. */
function assignedIssue({ origin }: Job, first: StoredMessage | null | undefined): Pick<Assignment, 'issue'> {
  if (origin.kind !== 'github' || origin.onPullRequest) return {}
  const text = first?.issue
  return { issue: { number: origin.issue, ...(text !== undefined && { text }) } }
}

/** Checks that need `setup` cannot run without it. */
function checksOf(
  { checks, warnings }: ProjectConfig,
  allowsSetup: boolean,
  more: readonly string[],
): Pick<Assignment, 'checks' | 'warnings'> {
  const isLeftOut = checks !== null && checks.setup.length > 0 && !allowsSetup
  const all = [...warnings, ...(isLeftOut ? [SETUP_NOT_ALLOWED] : []), ...more]
  return {
    ...(checks !== null && !isLeftOut && { checks }),
    ...(all.length > 0 && { warnings: all }),
  }
}

/** Commands do not need `setup`: what it would have installed is missing. */
const commandsOf = ({ commands }: ProjectConfig, allowsSetup: boolean): Pick<Assignment, 'commands'> =>
  commands === undefined ? {} : { commands: allowsSetup ? commands : { setup: [] } }

const SETUP_NOT_ALLOWED =
  '`setup` and `checks` are left out: the runner repository of the account does not allow `setup` commands of other repositories'

/** The agent reads what comes with the prompts of its turn; the pull request names the sources of all turns. */
function attachedTo(
  messages: readonly NumberedMessage[],
  { first }: Run,
  { more, isSupported }: { readonly more: readonly Material[]; readonly isSupported: boolean },
): Pick<Assignment, 'material' | 'sources'> {
  const of = (all: readonly NumberedMessage[]) => all.map(({ message }) => message?.attached)
  const attached = of(messages.filter(({ number }) => number >= first)).flatMap((one) => one?.material ?? [])
  const material = [...attached, ...more]
  const sources = of(messages).flatMap((one) => one?.sources ?? [])
  return {
    ...(isSupported && material.length > 0 && { material }),
    ...(sources.length > 0 && { sources }),
  }
}

type NumberedMessage = Awaited<ReturnType<typeof readMessages>>[number]

async function earlierTurns(deps: AssignmentDeps, job: Job): Promise<EarlierTurn[]> {
  const runs = (await earlierRuns(deps.store, job)).filter((run) => !wasNeverClaimed(run))
  const results = await readResults(deps.store, job.id, runs)
  return Promise.all(
    runs.map(async (run, i) => {
      const prompts = await readPrompts(deps.store, job.id, run.first, run.last)
      return {
        prompts: prompts.map(({ text }) => shorten(text, EARLIER_PROMPT_LIMIT)),
        outcome: run.reason === null ? run.state : `${run.state}: ${run.reason.message}`,
        summary: results[i]?.summary ?? null,
      }
    }),
  )
}

const shorten = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length - limit} characters more)`

/** The smallest cost limit of a run. Otherwise a run may use what is left of its budgets. */
const MIN_USD = 0.01

const smallest = (amounts: readonly (number | undefined)[]): number =>
  Math.min(...amounts.filter((amount) => amount !== undefined))

const limitsOf = (limits: Limits, config: ProjectConfig, leftUsd: number): Limits => ({
  steps: config.limits.steps ?? limits.steps,
  seconds:
    config.limits.minutes === null ? limits.seconds : Math.max(1, Math.round(config.limits.minutes * 60)),
  costUsd: Math.max(MIN_USD, Math.min(config.limits.costUsd ?? limits.costUsd, leftUsd)),
  tokens: config.limits.tokens ?? limits.tokens ?? DEFAULT_TOKENS,
})

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
