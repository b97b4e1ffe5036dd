import type { ReasonCode } from '../../contract/reasons.ts'
import { didYouMean } from '../../mention/close-verb.ts'
import type { Job } from '../domain/job.ts'
import { statusOf } from '../domain/job-view.ts'
import type { WorkRequest } from '../jobs/admit-request.ts'
import type { AuthorizedRequest } from './authorize-request.ts'
import { answered, answerMessage, ignored, type TriggerOutcome } from './outcome.ts'
import { NOT_OURS, NOTHING_ASKED } from './replies.ts'
import { retry, runVerb } from './run-verb.ts'
import { startOnIssue, startOnPullRequest } from './start-job.ts'
import { readOwnReview, reviewPrompt, threadsOf } from './submitted-review.ts'
import {
  type CommentRequest,
  isOnPullRequest,
  type LabelRequest,
  type ReviewRequest,
  type TriggerRequest,
} from './trigger-request.ts'
import type { TriggerWork } from './trigger-work.ts'

/** Creates a job, continues one, or runs a verb. A repetition has no further effect. */
export async function routeRequest(
  deps: TriggerWork,
  authorized: AuthorizedRequest,
  request: TriggerRequest,
): Promise<TriggerOutcome> {
  const { mention } = authorized
  if (mention?.kind === 'verb')
    return runVerb(deps, mention.verb, {
      ...authorized,
      isOnPullRequest: isOnPullRequest(request),
      at: request.at,
    })
  if (mention?.kind === 'typo') return answered(didYouMean(mention.word, mention.verb))
  const current = hasReplacedModel(authorized) ? { ...authorized, job: null } : authorized
  switch (request.kind) {
    case 'comment':
      return onComment(deps, current, request, mention?.text ?? '')
    case 'label':
      return onLabel(deps, current, request)
    case 'review':
      return onReview(deps, current, request)
  }
}

const MODEL_REFUSED: ReadonlySet<string> = new Set([
  'model-unknown',
  'model-refused',
  'content-refused',
] satisfies ReasonCode[])

/** A job keeps its model. If that was refused before there was a pull request, and the settings name another one since, a new job uses it. */
function hasReplacedModel({ job, work }: AuthorizedRequest): boolean {
  if (job === null || job.pullRequest !== null || statusOf(job) !== 'failed') return false
  const { config } = work.project
  return MODEL_REFUSED.has(job.run.reason?.code ?? '') && (config?.model ?? job.model) !== job.model
}

/** A further comment on an issue continues its job, so that one issue has one pull request. */
async function onComment(
  deps: TriggerWork,
  authorized: AuthorizedRequest,
  { issue, isPullRequest, sender }: CommentRequest,
  prompt: string,
): Promise<TriggerOutcome> {
  const { job, work } = authorized
  if (isPullRequest && (job === null || !isOpen(job)))
    return onPullRequest(deps, authorized, issue.number, prompt)
  if (job !== null && (isPullRequest || job.archivedAt === null))
    return prompt === '' ? answered(NOTHING_ASKED) : followUp(deps, job, work, prompt)
  return startOnIssue(deps, { ...authorized, issue, sender, prompt })
}

/**
 * An archived job on somebody else's pull request is replaced by a new job. An archived job that opened the pull
 * request refuses the message.
 */
const isOpen = (job: Job): boolean =>
  job.archivedAt === null || !(job.origin.kind === 'github' && job.origin.onPullRequest)

/** On somebody else's pull request. */
async function onPullRequest(
  deps: TriggerWork,
  { repository, defaultBranch, settings, work }: AuthorizedRequest,
  number: number,
  prompt: string,
): Promise<TriggerOutcome> {
  if (settings.pullRequests === 'own') return answered(NOT_OURS)
  return startOnPullRequest(deps, { repository, defaultBranch, number, work, prompt })
}

async function followUp(
  { jobs }: TriggerWork,
  job: Job,
  work: WorkRequest,
  prompt: string,
): Promise<TriggerOutcome> {
  return answerMessage(await jobs.sendMessage({ ...work, job: job.id, prompt }))
}

/** Removed and added again, a label repeats what failed or was cancelled. */
async function onLabel(
  deps: TriggerWork,
  authorized: AuthorizedRequest,
  { issue, sender }: LabelRequest,
): Promise<TriggerOutcome> {
  const { job, work } = authorized
  if (job === null || job.archivedAt !== null)
    return startOnIssue(deps, { ...authorized, issue, sender, prompt: '' })
  return statusOf(job) === 'failed' ? retry(deps, job, work) : ignored('the issue has a job already')
}

async function onReview(
  deps: TriggerWork,
  authorized: AuthorizedRequest,
  request: ReviewRequest,
): Promise<TriggerOutcome> {
  const { repository, settings, slug, job, work } = authorized
  const { pullRequest } = request
  if (job === null && settings.pullRequests === 'own') return answered(NOT_OURS)
  const review = await readOwnReview(deps, repository, request)
  if (review === null) return ignored('the review is gone')
  const prompt = reviewPrompt(review, { pullRequest, slug })
  const outcome =
    job === null || !isOpen(job)
      ? await onPullRequest(deps, authorized, pullRequest, prompt)
      : await followUp(deps, job, work, prompt)
  return outcome.kind === 'accepted' ? { ...outcome, ...threadsOf(review) } : outcome
}
