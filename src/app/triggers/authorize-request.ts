import { z } from 'zod'
import { findMentions, type Mention } from '../../mention/find-mention.ts'
import { namesBot } from '../../mention/named-bots.ts'
import type { Job } from '../domain/job.ts'
import type { Origin } from '../domain/origin.ts'
import { GithubRefused } from '../github/errors.ts'
import type { RepositoryRef } from '../github/repository.ts'
import { jobKeys, loadJob } from '../job-store/job-record.ts'
import type { WorkRequest, WorkStore } from '../jobs/admit-request.ts'
import type { LogContext } from '../log/create-log.ts'
import { readSwitchedOff } from '../projects/organisation-settings.ts'
import { DEFAULT_TRIGGERS, type TriggerSettings } from '../projects/parse-project-config.ts'
import { type Project, type ProjectWork, repositoryRef } from '../projects/project.ts'
import { refreshProject } from '../projects/refresh-project.ts'
import type { Store } from '../store/store.ts'
import type { CheckSender } from './check-sender.ts'
import { ignored, type TriggerOutcome } from './replies.ts'
import { isOnPullRequest, issueOf, requestIdOf, type TriggerRequest } from './trigger-request.ts'

/** A request that asks for something, of somebody who may ask for it. */
export interface AuthorizedRequest {
  readonly kind: 'authorized'
  readonly repository: RepositoryRef
  readonly defaultBranch: string | null
  readonly settings: TriggerSettings
  /** Name of the App in mentions. */
  readonly slug: string
  /** The requests, in this order. Empty: a review that the settings accept without a mention. */
  readonly mentions: readonly Mention[]
  /** The job that the issue or pull request has already. */
  readonly job: Job | null
  readonly work: WorkRequest
}

/**
 * Whether a comment, a review or a label asks for anything, and whether its sender may; otherwise what is left to do
 * about it.
 */
export async function authorizeRequest(
  deps: TriggerWork,
  project: Project,
  request: TriggerRequest,
): Promise<AuthorizedRequest | TriggerOutcome> {
  const repository = repositoryRef(project)
  if (repository === null) return ignored('the App is not installed')
  const { slug, botId } = await deps.github.identity()
  const mentions = mentionsIn(request, slug)
  if (!isAsked(request, mentions, project.config?.triggers ?? null)) return ignored(NOTHING)
  if (await isSwitchedOff(deps, project, request)) return ignored('the organisation has switched it off')
  // Events that our own bot caused start nothing, whatever the settings say.
  if (request.sender.id === botId) return ignored('the App wrote it itself')
  const job = await findJob(deps.store, project.repositoryId, request)
  if (job === null && isUnderWay(request, botId, deps.now()))
    return { kind: 'later', at: deps.now() + LOOK_AGAIN_MS }
  // Without a mention, the App ignores a review of somebody else's pull request.
  if (job === null && mentions.length === 0) return ignored('the pull request is not of the App')
  const check = await deps.checkSender(repository, request.sender, {
    isMember: request.isMember,
    named: project.config?.triggers ?? null,
  })
  if (check.kind !== 'may-ask') return check
  // After the check: settings that are invalid are read again each time, and anybody can comment.
  const settings = await settingsOf(deps, project)
  if (!isAsked(request, mentions, settings)) return ignored(NOTHING)
  if (request.app !== undefined && !namesBot(settings.bots, request.app))
    return ignored('the settings do not name the App through which it was written')
  const { defaultBranch } = project
  const work = workRequest(project, request)
  return { kind: 'authorized', repository, defaultBranch, settings, slug, mentions, job, work }
}

/** Whether a request names the App, and nothing switches it off. */
export async function isMeant(
  deps: TriggerWork,
  project: Project,
  request: TriggerRequest,
): Promise<boolean> {
  const { slug, botId } = await deps.github.identity()
  const isOwn = request.sender.id === botId
  if (isOwn || request.app !== undefined || mentionsIn(request, slug).length === 0) return false
  return project.config?.triggers.comments !== false && !(await isSwitchedOff(deps, project, request))
}

const NOTHING = 'nothing is asked of the App'

const LOOK_AGAIN_MS = 5_000
/** Long enough for a run to report the pull request that it has opened, and for the server to verify it. */
const UNDER_WAY_MS = 5 * 60_000

/** The App has opened the pull request, but its run has not reported it yet. */
const isUnderWay = (request: TriggerRequest, botId: number, now: number): boolean =>
  isOnPullRequest(request) &&
  request.kind !== 'label' &&
  request.openedBy === botId &&
  now - request.at < UNDER_WAY_MS

const CAPABILITY = { comment: 'comments', review: 'reviews', label: 'labels' } as const

async function isSwitchedOff(
  deps: TriggerWork,
  project: Project,
  { kind }: TriggerRequest,
): Promise<boolean> {
  try {
    return (await readSwitchedOff(deps, project)).includes(CAPABILITY[kind])
  } catch (error) {
    if (error instanceof GithubRefused && error.reason.code === 'config-invalid') return false
    throw error
  }
}

/** Invalid settings fail the run, with a reason that says what to change. */
async function settingsOf(deps: TriggerWork, project: Project): Promise<TriggerSettings> {
  if (project.config !== null) return project.config.triggers
  try {
    return (await refreshProject(deps, project)).config.triggers
  } catch (error) {
    if (error instanceof GithubRefused && error.reason.code === 'config-invalid') return DEFAULT_TRIGGERS
    throw error
  }
}

const mentionsIn = (request: TriggerRequest, slug: string): readonly Mention[] =>
  request.kind === 'label' ? [{ kind: 'prompt', text: '' }] : findMentions(request.text, slug)

/** `settings`: `null` if they are not known yet, so that everything counts that they could allow. */
function isAsked(
  request: TriggerRequest,
  mentions: readonly Mention[],
  settings: TriggerSettings | null,
): boolean {
  if (settings?.comments === false) return false
  switch (request.kind) {
    case 'comment':
      return mentions.length > 0
    case 'review':
      return mentions.length > 0 || settings?.reviews !== 'mention'
    case 'label':
      return settings === null || settings.labels.some((label) => isSameLabel(label, request.label))
  }
}

/** GitHub ignores the case of labels. */
export const isSameLabel = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const workRequest = (project: Project, request: TriggerRequest): WorkRequest => ({
  project,
  origin: originOf(request),
  idempotencyKey: { source: requestIdOf(request), repositoryId: project.repositoryId },
})

function originOf(request: TriggerRequest): Origin {
  const { id, login, type } = request.sender
  const sender = type === undefined ? { id, login } : { id, login, type }
  const person = { kind: 'github', ...sender, issue: issueOf(request) } as const
  switch (request.kind) {
    case 'comment':
      return { ...person, via: 'comment', source: request.comment }
    case 'review':
      return request.comment === null
        ? { ...person, via: 'review', source: request.review }
        : { ...person, via: 'review-comment', source: request.comment }
    case 'label':
      return { ...person, via: 'label', source: null }
  }
}

const LookUp = z.object({ project: z.string(), job: z.string() })

/** The job that the issue or pull request belongs to, or that was asked for on it; `null`: none. */
export async function findJob(
  store: Store,
  repositoryId: number,
  request: TriggerRequest,
): Promise<Job | null> {
  const number = issueOf(request)
  const keys = [jobKeys.ofPullRequest(repositoryId, number), jobKeys.ofIssue(repositoryId, number)]
  const [opened, requested] = await store.getMany(keys)
  const stored = isOnPullRequest(request) ? (opened ?? requested) : requested
  if (stored === undefined) return null
  return (await loadJob(store, LookUp.parse(JSON.parse(stored))))?.job ?? null
}

/** What the work on comments, reviews, labels, merges and failed checks needs. */
export interface TriggerWork extends WorkStore, ProjectWork {
  readonly checkSender: CheckSender
  readonly logContext: LogContext
}
