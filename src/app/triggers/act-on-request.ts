import type { ReasonCode } from '../../contract/reasons.ts'
import { didYouMean } from '../../mention/close-verb.ts'
import type { Mention } from '../../mention/find-mention.ts'
import type { Job } from '../domain/job.ts'
import { statusOf } from '../domain/job-view.ts'
import type { Github } from '../github/github.ts'
import type { RepositoryRef } from '../github/repository.ts'
import type { WorkRequest } from '../jobs/admit-request.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { TriggerSettings } from '../projects/project-config.ts'
import type { Store } from '../store/store.ts'
import type { CheckSender } from './check-sender.ts'
import { isOnPullRequest } from './find-job.ts'
import { followUp } from './follow-up.ts'
import { answered, ignored, type TriggerOutcome } from './outcome.ts'
import { readOwnReview, threadsOf } from './read-own-review.ts'
import { NOT_OURS, NOTHING_ASKED } from './replies.ts'
import { reviewPrompt } from './review-prompt.ts'
import { retry, runVerb } from './run-verb.ts'
import { startJob } from './start-job.ts'
import { startOnPullRequest } from './start-on-pull-request.ts'
import type { CommentRequest, LabelRequest, ReviewRequest, TriggerRequest } from './trigger-request.ts'

export interface ActDeps {
  readonly store: Store
  readonly now: () => number
  readonly github: Pick<Github, 'readReview' | 'readPullRequest'>
  readonly jobs: Pick<Jobs, 'create' | 'sendMessage' | 'retry' | 'updateBranch' | 'cancel'>
  readonly checkSender: CheckSender
}

/** What a request is about, once somebody who may ask has asked it. */
export interface Asked {
  readonly repository: RepositoryRef
  readonly defaultBranch: string | null
  readonly settings: TriggerSettings
  readonly slug: string
  readonly job: Job | null
  readonly work: WorkRequest
}

/** Creates a job, continues one, or runs a verb. */
export async function actOnRequest(
  deps: ActDeps,
  asked: Asked,
  request: TriggerRequest,
  mention: Mention | null,
): Promise<TriggerOutcome> {
  if (mention?.kind === 'verb')
    return runVerb(deps, mention.verb, {
      ...asked,
      isOnPullRequest: isOnPullRequest(request),
      at: request.at,
    })
  if (mention?.kind === 'typo') return answered(didYouMean(mention.word, mention.verb))
  const current = hasReplacedModel(asked) ? { ...asked, job: null } : asked
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
function hasReplacedModel({ job, work }: Asked): boolean {
  if (job === null || job.pullRequest !== null || statusOf(job) !== 'failed') return false
  const { config } = work.project
  return MODEL_REFUSED.has(job.run.reason?.code ?? '') && (config?.model ?? job.model) !== job.model
}

/** A further comment on an issue continues its job, so that one issue has one pull request. */
async function onComment(
  deps: ActDeps,
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
  deps: ActDeps,
  { repository, defaultBranch, settings, work }: Asked,
  number: number,
  prompt: string,
): Promise<TriggerOutcome> {
  if (settings.pullRequests === 'own') return answered(NOT_OURS)
  return startOnPullRequest(deps, { repository, defaultBranch, number, work, prompt })
}

/** Removed and added again, a label repeats what failed or was cancelled. */
async function onLabel(
  deps: ActDeps,
  asked: Asked,
  { issue, sender }: LabelRequest,
): Promise<TriggerOutcome> {
  const { job, work } = asked
  if (job === null || job.archivedAt !== null) return startJob(deps, { ...asked, issue, sender, prompt: '' })
  return statusOf(job) === 'failed' ? retry(deps, job, work) : ignored('the issue has a job already')
}

async function onReview(deps: ActDeps, asked: Asked, request: ReviewRequest): Promise<TriggerOutcome> {
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
