import { didYouMean } from '../../mention/close-verb.ts'
import { findMention, type Mention } from '../../mention/find-mention.ts'
import { namesBot } from '../../mention/named-bots.ts'
import type { Job, Origin } from '../domain/job.ts'
import { statusOf } from '../domain/job-view.ts'
import { GithubRefused } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { RepositoryRef } from '../github/repository.ts'
import type { WorkRequest } from '../jobs/admit-request.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { DEFAULT_TRIGGERS, type TriggerSettings } from '../projects/config/trigger-settings.ts'
import { type Project, repositoryRef } from '../projects/project.ts'
import type { Projects } from '../projects/projects.ts'
import type { Store } from '../store/store.ts'
import type { CheckSender } from './check-sender.ts'
import { findJob, isOnPullRequest } from './find-job.ts'
import { followUp } from './follow-up.ts'
import { answered, ignored, type TriggerOutcome } from './outcome.ts'
import { readOwnReview, threadsOf } from './read-own-review.ts'
import { NOT_OURS, NOTHING_ASKED } from './replies.ts'
import { reviewPrompt } from './review-prompt.ts'
import { retry, runVerb } from './run-verb.ts'
import { startJob } from './start-job.ts'
import { startOnPullRequest } from './start-on-pull-request.ts'
import {
  type CommentRequest,
  issueOf,
  type LabelRequest,
  type ReviewRequest,
  requestIdOf,
  type TriggerRequest,
} from './trigger-request.ts'

export interface CarryOutDeps {
  readonly store: Store
  readonly now: () => number
  readonly github: Pick<Github, 'identity' | 'readReview' | 'readPullRequest'>
  readonly jobs: Pick<Jobs, 'create' | 'sendMessage' | 'retry' | 'updateBranch' | 'cancel'>
  readonly projects: Pick<Projects, 'refresh' | 'switchedOff'>
  readonly checkSender: CheckSender
}

/** What a request is about, once somebody who may ask has asked it. */
interface Asked {
  readonly repository: RepositoryRef
  readonly defaultBranch: string | null
  readonly settings: TriggerSettings
  readonly slug: string
  readonly job: Job | null
  readonly work: WorkRequest
}

/** Does what a comment, a review or a label asks for. A repetition has no further effect. */
export async function carryOut(
  deps: CarryOutDeps,
  project: Project,
  request: TriggerRequest,
): Promise<TriggerOutcome> {
  const repository = repositoryRef(project)
  if (repository === null) return ignored('the App is not installed')
  const { slug, botId } = await deps.github.identity()
  const mention = mentionIn(request, slug)
  if (!isAsked(request, mention, project.config?.triggers ?? null)) return ignored(NOTHING)
  if (await isSwitchedOff(deps, project, request)) return ignored('the organisation has switched it off')
  // What its own bot caused starts nothing, whatever the settings say.
  if (request.sender.id === botId) return ignored('the App wrote it itself')
  const job = await findJob(deps.store, project.repositoryId, request)
  if (job === null && isUnderWay(request, botId, deps.now()))
    return { kind: 'later', at: deps.now() + LOOK_AGAIN_MS }
  // A review of a pull request that is somebody else's is none of its business, unless it mentions the App.
  if (job === null && mention === null) return ignored('the pull request is not of the App')
  const check = await deps.checkSender(repository, request.sender, {
    isMember: request.isMember,
    named: project.config?.triggers ?? null,
  })
  if (check.kind !== 'may-ask') return check
  // After the check: settings that are invalid are read again each time, and anybody can comment.
  const settings = await settingsOf(deps, project)
  if (!isAsked(request, mention, settings)) return ignored(NOTHING)
  if (request.app !== undefined && !namesBot(settings.bots, request.app))
    return ignored('the settings do not name the App through which it was written')
  const { defaultBranch } = project
  const asked = { repository, defaultBranch, settings, slug, job, work: workRequest(project, request) }
  if (mention?.kind === 'verb')
    return runVerb(deps, mention.verb, {
      ...asked,
      isOnPullRequest: isOnPullRequest(request),
      at: request.at,
    })
  if (mention?.kind === 'typo') return answered(didYouMean(mention.word, mention.verb))
  switch (request.kind) {
    case 'comment':
      return obeyComment(deps, asked, request, mention?.text ?? '')
    case 'label':
      return obeyLabel(deps, asked, request)
    case 'review':
      return obeyReview(deps, asked, request)
  }
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
  { projects }: CarryOutDeps,
  project: Project,
  { kind }: TriggerRequest,
): Promise<boolean> {
  try {
    return (await projects.switchedOff(project)).includes(CAPABILITY[kind])
  } catch (error) {
    if (error instanceof GithubRefused && error.reason.code === 'config-invalid') return false
    throw error
  }
}

/** Invalid settings fail the run, with a reason that says what to change. */
async function settingsOf({ projects }: CarryOutDeps, project: Project): Promise<TriggerSettings> {
  if (project.config !== null) return project.config.triggers
  try {
    return (await projects.refresh(project)).config.triggers
  } catch (error) {
    if (error instanceof GithubRefused && error.reason.code === 'config-invalid') return DEFAULT_TRIGGERS
    throw error
  }
}

const mentionIn = (request: TriggerRequest, slug: string): Mention | null =>
  request.kind === 'label' ? { kind: 'prompt', text: '' } : findMention(request.text, slug)

/** `settings`: `null` if they are not known yet, so that everything counts that they could allow. */
function isAsked(
  request: TriggerRequest,
  mention: Mention | null,
  settings: TriggerSettings | null,
): boolean {
  if (settings?.comments === false) return false
  switch (request.kind) {
    case 'comment':
      return mention !== null
    case 'review':
      return mention !== null || settings?.reviews !== 'mention'
    case 'label':
      return settings === null || settings.labels.some((label) => isSameLabel(label, request.label))
  }
}

/** GitHub ignores the case of labels. */
const isSameLabel = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const workRequest = (project: Project, request: TriggerRequest): WorkRequest => ({
  project,
  origin: originOf(request),
  idempotencyKey: { source: requestIdOf(request), repositoryId: project.repositoryId },
})

function originOf(request: TriggerRequest): Origin {
  const { id, login } = request.sender
  const person = { kind: 'github', id, login, issue: issueOf(request) } as const
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

/** A further comment on an issue continues its job, so that one issue has one pull request. */
async function obeyComment(
  deps: CarryOutDeps,
  asked: Asked,
  { issue, isPullRequest, sender }: CommentRequest,
  prompt: string,
): Promise<TriggerOutcome> {
  const { job, work } = asked
  if (isPullRequest && (job === null || !isOpen(job))) return onPullRequest(deps, asked, issue.number, prompt)
  if (job !== null && (isPullRequest || job.archivedAt === null))
    return prompt === '' ? answered(NOTHING_ASKED) : followUp(deps, job, work, prompt)
  return startJob(deps, { ...asked, issue, sender, prompt })
}

/** The archived job of somebody else's pull request gives way to a new one. That of a pull request of its own says no. */
const isOpen = (job: Job): boolean =>
  job.archivedAt === null || !(job.origin.kind === 'github' && job.origin.onPullRequest)

/** On somebody else's pull request. */
async function onPullRequest(
  deps: CarryOutDeps,
  { repository, defaultBranch, settings, work }: Asked,
  number: number,
  prompt: string,
): Promise<TriggerOutcome> {
  if (settings.pullRequests === 'own') return answered(NOT_OURS)
  return startOnPullRequest(deps, { repository, defaultBranch, number, work, prompt })
}

/** Removed and added again, a label repeats what failed or was cancelled. */
async function obeyLabel(
  deps: CarryOutDeps,
  asked: Asked,
  { issue, sender }: LabelRequest,
): Promise<TriggerOutcome> {
  const { job, work } = asked
  if (job === null || job.archivedAt !== null) return startJob(deps, { ...asked, issue, sender, prompt: '' })
  return statusOf(job) === 'failed' ? retry(deps, job, work) : ignored('the issue has a job already')
}

async function obeyReview(deps: CarryOutDeps, asked: Asked, request: ReviewRequest): Promise<TriggerOutcome> {
  const { repository, settings, slug, job, work } = asked
  const { pullRequest } = request
  if (job === null && settings.pullRequests === 'own') return answered(NOT_OURS)
  const review = await readOwnReview(deps, repository, request)
  if (review === null) return ignored('the review is gone')
  const prompt = reviewPrompt(review, { pullRequest, slug })
  const outcome =
    job === null || !isOpen(job)
      ? await onPullRequest(deps, asked, pullRequest, prompt)
      : await followUp(deps, job, work, prompt)
  return outcome.kind === 'accepted' ? { ...outcome, ...threadsOf(review) } : outcome
}
