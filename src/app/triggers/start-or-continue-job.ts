import type { Mode } from '../../contract/job.ts'
import type { ReasonCode } from '../../contract/reasons.ts'
import { didYouMean } from '../../mention/close-verb.ts'
import type { Mention } from '../../mention/find-mention.ts'
import type { Job } from '../domain/job.ts'
import { statusOf } from '../domain/job-view.ts'
import { lastPlanned, modeOf } from '../domain/turns.ts'
import type { PullRequest } from '../github/pull-request.ts'
import type { RepositoryRef } from '../github/repository.ts'
import type { IssueText } from '../job-store/messages.ts'
import type { WorkRequest } from '../jobs/admit-request.ts'
import { createJob } from '../jobs/create-job.ts'
import { isNoChoice, readOpenQuestion } from '../jobs/read-question.ts'
import { sendMessage } from '../jobs/send-message.ts'
import type { TriggerSettings } from '../projects/parse-project-config.ts'
import { type AuthorizedRequest, isSameLabel, type TriggerWork } from './authorize-request.ts'
import {
  answered,
  answerMessage,
  answerRefusal,
  HAS_JOB,
  IN_A_FORK,
  ignored,
  NO_PULL_TO_REVIEW,
  NO_QUESTION,
  NOT_OPEN,
  NOT_OURS,
  NOT_WORKED_ON,
  NOTHING_ASKED,
  noSuchChoice,
  TEXT_LEFT_OUT,
  TOO_LONG,
  type TriggerOutcome,
} from './replies.ts'
import { isConfidential, retry, runVerb } from './run-verb.ts'
import { readOwnReview, reviewPrompt, threadsOf } from './submitted-review.ts'
import {
  type CommentRequest,
  type IssueRecord,
  isOnPullRequest,
  type LabelRequest,
  type Person,
  type ReviewRequest,
  type TriggerRequest,
} from './trigger-request.ts'

/** Creates a job, continues one, or runs a verb. A repetition has no further effect. */
export async function startOrContinueJob(
  deps: TriggerWork,
  authorized: AuthorizedRequest,
  request: TriggerRequest,
  mention: Mention | null,
): Promise<TriggerOutcome> {
  if (request.isTooLong) return answered(TOO_LONG)
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
      return onComment(deps, current, request, mention ?? NOTHING_MORE)
    case 'label':
      return onLabel(deps, current, request)
    case 'review':
      return onReview(deps, current, request, mention?.mode)
  }
}

interface Prompt {
  readonly text: string
  /** Absent: it asks for a change. */
  readonly mode?: Mode | undefined
}

const NOTHING_MORE: Prompt = { text: '' }

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
  { text: prompt, mode }: Prompt,
): Promise<TriggerOutcome> {
  const { job, work } = authorized
  if (mode === 'ask' && prompt === '') return answered(NO_QUESTION)
  if (mode === 'review')
    return isPullRequest
      ? reviewPullRequest(deps, authorized, issue.number, prompt)
      : answered(NO_PULL_TO_REVIEW)
  const refusal = isPullRequest ? await whyNotContinued(deps, authorized, issue.number) : null
  if (refusal !== null) return refusal
  if (isPullRequest && (job === null || !isOpen(job)))
    return onPullRequest(deps, authorized, issue.number, { text: prompt, mode })
  if (job !== null && (isPullRequest || job.archivedAt === null))
    return prompt === '' ? answered(NOTHING_ASKED) : followUp(deps, job, work, { text: prompt, mode })
  const first = mode ?? firstMode(authorized.settings, null)
  return startOnIssue(deps, { ...authorized, issue, sender, prompt, mode: first })
}

/**
 * An archived job on somebody else's pull request is replaced by a new job. An archived job that opened the pull
 * request refuses the message.
 */
const isOpen = (job: Job): boolean =>
  job.archivedAt === null || !(job.origin.kind === 'github' && job.origin.onPullRequest)

/**
 * Why the job of somebody else's pull request makes no change there; `null`: it does. A review is possible of more pull requests
 * than a change, so a job that began with one is looked at again.
 */
async function whyNotContinued(
  { github }: TriggerWork,
  { job, settings, ...place }: AuthorizedRequest,
  number: number,
): Promise<TriggerOutcome | null> {
  if (job === null || !isOpen(job) || job.pullRequest !== null || modeOf(job, 1) !== 'review') return null
  if (settings.pullRequests === 'own') return answered(NOT_OURS)
  const refusal = whyUnfit(await github.readPullRequest(place.repository, number), place)
  return refusal === null ? null : answered(refusal)
}

/** Of any pull request of the repository, also from a fork: nothing is written to its branch. */
async function reviewPullRequest(
  deps: TriggerWork,
  authorized: AuthorizedRequest,
  number: number,
  text: string,
): Promise<TriggerOutcome> {
  const { repository, job, work } = authorized
  const prompt = { text: text === '' ? `Review pull request #${number}.` : text, mode: 'review' } as const
  const pull = await deps.github.readPullRequest(repository, number)
  if (pull === null || pull.state !== 'open') return answered(NOT_OPEN)
  if (job !== null && isOpen(job)) return followUp(deps, job, work, prompt)
  const ref = pull.headRepositoryId === repository.id ? pull.headBranch : pull.baseBranch
  return createOnPullRequest(deps, work, prompt, ref)
}

/** On somebody else's pull request. */
async function onPullRequest(
  deps: TriggerWork,
  { repository, defaultBranch, settings, work }: AuthorizedRequest,
  number: number,
  prompt: Prompt,
): Promise<TriggerOutcome> {
  if (settings.pullRequests === 'own') return answered(NOT_OURS)
  const mode = prompt.mode ?? firstMode(settings, null)
  return startOnPullRequest(deps, { repository, defaultBranch, number, work, prompt: { ...prompt, mode } })
}

/** After a plan, only its approval starts the work: any other answer revises it. */
async function followUp(
  deps: TriggerWork,
  job: Job,
  work: WorkRequest,
  { text: prompt, mode = lastPlanned(job) === null ? undefined : 'plan' }: Prompt,
): Promise<TriggerOutcome> {
  const question = mode === undefined ? await readOpenQuestion(deps.store, job) : null
  if (question !== null && isNoChoice(prompt, question)) {
    const isHidden = await isConfidential(deps.store, work.project, job)
    return answered(noSuchChoice(question, isHidden ? null : job.repository))
  }
  return answerMessage(await sendMessage(deps, { ...work, job: job.id, prompt, mode }))
}

/** Removed and added again, a label repeats what failed or was cancelled. */
async function onLabel(
  deps: TriggerWork,
  authorized: AuthorizedRequest,
  { issue, sender, label }: LabelRequest,
): Promise<TriggerOutcome> {
  const { job, work } = authorized
  if (job === null || job.archivedAt !== null)
    return startOnIssue(deps, {
      ...{ ...authorized, issue, sender, prompt: '' },
      mode: firstMode(authorized.settings, label),
    })
  return statusOf(job) === 'failed' ? retry(deps, job, work) : answered(HAS_JOB)
}

async function onReview(
  deps: TriggerWork,
  authorized: AuthorizedRequest,
  request: ReviewRequest,
  mode: Mode | undefined,
): Promise<TriggerOutcome> {
  const { repository, settings, slug, job, work } = authorized
  const { pullRequest } = request
  if (mode === 'review') return onReviewAsked(deps, authorized, request)
  if (job === null && settings.pullRequests === 'own') return answered(NOT_OURS)
  const refusal = await whyNotContinued(deps, authorized, pullRequest)
  if (refusal !== null) return refusal
  const review = await readOwnReview(deps, repository, request)
  if (review === null) return ignored('the review is gone')
  const prompt = { text: reviewPrompt(review, { pullRequest, slug }), mode }
  const outcome =
    job === null || !isOpen(job)
      ? await onPullRequest(deps, authorized, pullRequest, prompt)
      : await followUp(deps, job, work, prompt)
  return outcome.kind === 'accepted' ? { ...outcome, ...threadsOf(review) } : outcome
}

/** A review of a person that asks for another one. */
async function onReviewAsked(
  deps: TriggerWork,
  authorized: AuthorizedRequest,
  request: ReviewRequest,
): Promise<TriggerOutcome> {
  const { repository, slug } = authorized
  const { pullRequest } = request
  const review = await readOwnReview(deps, repository, request)
  if (review === null) return ignored('the review is gone')
  return reviewPullRequest(deps, authorized, pullRequest, reviewPrompt(review, { pullRequest, slug }))
}

/** How a job starts that names no mode. `label`: what asks for it; `null`: words. */
function firstMode({ plan = [] }: TriggerSettings, label: string | null): Mode | undefined {
  const isPlanned =
    plan === 'first' || (label !== null && plan.some((planned) => isSameLabel(planned, label)))
  return isPlanned ? 'plan' : undefined
}

/** A job for an issue. Without a prompt, the text of the issue says what to do. */
async function startOnIssue(
  deps: TriggerWork,
  about: {
    readonly repository: RepositoryRef
    readonly settings: TriggerSettings
    readonly issue: IssueRecord
    readonly sender: Person
    readonly work: WorkRequest
    readonly prompt: string
    readonly mode?: Mode | undefined
  },
): Promise<TriggerOutcome> {
  const { issue, work, prompt, mode } = about
  const text = await readableText(deps, about)
  if (prompt === '' && text === null) return answered(TEXT_LEFT_OUT)
  const outcome = await createJob(deps, {
    ...work,
    prompt: prompt === '' ? `Resolve issue #${issue.number}.` : prompt,
    ref: null,
    model: null,
    draft: null,
    mode,
    questions: true,
    ...(text !== null && { issue: text }),
  })
  return outcome.kind === 'accepted' ? { kind: 'accepted', job: outcome.id } : answerRefusal(outcome)
}

/** `null`: somebody without write access wrote the issue, and the settings leave such texts out. */
async function readableText(
  { checkSender }: TriggerWork,
  {
    repository,
    settings,
    issue: { title, body, author },
    sender,
  }: {
    readonly repository: RepositoryRef
    readonly settings: TriggerSettings
    readonly issue: IssueRecord
    readonly sender: Person
  },
): Promise<IssueText | null> {
  const text = { title, body, author: author?.login ?? 'ghost' }
  if (author?.id === sender.id) return text
  if (author !== null) {
    const check = await checkSender(repository, author, { isMember: true, named: settings })
    if (check.kind === 'may-ask') return text
  }
  return settings.issueText === 'everyone' ? { ...text, isOfStranger: true } : null
}

/**
 * A job on a pull request of somebody else. Its work starts from the branch of that pull request, and arrives as a pull
 * request into that branch: nobody's branch is changed without a merge.
 */
async function startOnPullRequest(
  deps: TriggerWork,
  about: {
    readonly repository: RepositoryRef
    readonly defaultBranch: string | null
    readonly number: number
    readonly work: WorkRequest
    readonly prompt: Prompt
  },
): Promise<TriggerOutcome> {
  const { repository, number, work, prompt } = about
  if (prompt.text === '') return answered(NOTHING_ASKED)
  const pull = await deps.github.readPullRequest(repository, number)
  const refusal = whyUnfit(pull, about)
  if (refusal !== null || pull === null) return answered(refusal ?? NOT_WORKED_ON)
  return createOnPullRequest(deps, work, prompt, pull.headBranch)
}

interface PullPlace {
  readonly repository: RepositoryRef
  readonly defaultBranch: string | null
}

/** Why nothing can be changed on the branch of a pull request; `null`: it can. */
function whyUnfit(pull: PullRequest | null, { repository, defaultBranch }: PullPlace): string | null {
  if (pull === null || pull.state !== 'open') return NOT_WORKED_ON
  if (pull.headRepositoryId !== repository.id) return IN_A_FORK
  return pull.headBranch === defaultBranch ? NOT_WORKED_ON : null
}

async function createOnPullRequest(
  deps: TriggerWork,
  work: WorkRequest,
  { text: prompt, mode }: Prompt,
  ref: string,
): Promise<TriggerOutcome> {
  const { origin } = work
  const outcome = await createJob(deps, {
    ...work,
    ...(origin.kind === 'github' && { origin: { ...origin, onPullRequest: true } }),
    ...{ prompt, mode, ref, model: null, draft: null, questions: true },
  })
  return outcome.kind === 'accepted' ? { kind: 'accepted', job: outcome.id } : answerRefusal(outcome)
}
