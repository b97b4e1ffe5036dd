import { type Reason, reason } from '../../../contract/reasons.ts'
import { type ComposedReview, composeReview, type ReviewParts } from '../../../review/compose-review.ts'
import type { Job } from '../../domain/job.ts'
import { type Reviewed, reviewUrl } from '../../domain/run.ts'
import type { Delivered } from '../../domain/run-state-machine.ts'
import { doubtWrite } from '../../github/doubt.ts'
import type { Refused, Written } from '../../github/errors.ts'
import type { PullRequest } from '../../github/pull-request.ts'
import type { RepositoryRef } from '../../github/repository.ts'
import { readMessages } from '../../job-store/messages.ts'
import { readResults } from '../../job-store/run-history.ts'
import { advanceJob } from '../../job-store/update-job.ts'
import type { Project } from '../../projects/project.ts'
import { showsPrompt } from '../assignment/assigned-settings.ts'
import type { RunWork } from '../run-work.ts'

export type Posting =
  | { readonly kind: 'posted'; readonly delivered: Delivered }
  | { readonly kind: 'failed'; readonly reason: Reason }
  /** GitHub shows something else than the claim saw. If that stays so, the run fails for this reason. */
  | { readonly kind: 'unseen'; readonly reason: Reason }
  | { readonly kind: 'later'; readonly at: number }

/** GitHub's lists lag behind its writes: a review that may have been posted counts as missing only after this time. */
const BELIEVE_AFTER_MS = 45_000
const LOOK_AGAIN_MS = 3_000

/**
 * Posts the review of a run once. A server that ends between the request and its record leaves `postingSince`: the next one looks
 * for the review first. Nothing is posted if the pull request has changed since the claim.
 */
export async function postReview(
  deps: RunWork,
  job: Job,
  { project, repository }: { readonly project: Project; readonly repository: RepositoryRef },
): Promise<Posting> {
  const { review } = job.run
  if (review === undefined) throw new Error(`job ${job.id}: a review of no pull request`)
  const { pullRequest: number } = review
  const marker = reviewMarker(job.id, job.run.number)
  const reviews = await deps.github.listOwnReviews(repository, number)
  const posted = reviews.find(({ body }) => body.includes(marker))
  if (posted !== undefined) return done(job, review, posted.id)
  const waitUntil = (review.postingSince ?? 0) + BELIEVE_AFTER_MS
  if (waitUntil > deps.now()) return { kind: 'later', at: Math.min(waitUntil, deps.now() + LOOK_AGAIN_MS) }
  const pull = await deps.github.readPullRequest(repository, number)
  const changed = whatChanged(pull, review)
  if (changed !== null) return changed
  const parts = await readParts(deps, job, { project, repository, review, reviews, marker })
  const begun = await advanceJob(
    deps,
    { project: job.project, job: job.id, run: job.run.number },
    { type: 'review-begun', replaces: review.postingSince },
  )
  if (begun.kind !== 'done') return { kind: 'later', at: deps.now() + LOOK_AGAIN_MS }
  const written = await send(deps, repository, review, parts)
  if (written.kind === 'written') return done(job, review, written.id)
  const at = await doubtWrite(deps, repository, 'review', written)
  return at === null ? { kind: 'failed', reason: refusalOf(written) } : { kind: 'later', at }
}

/** No text of a model or a person contains it, since HTML comments in those are broken up. */
const reviewMarker = (job: string, run: number): string => `<!-- prentice:review ${job} ${run} -->`

function done({ repository }: Job, review: Reviewed, id: number): Posting {
  const url = reviewUrl(repository, { ...review, id })
  const why = reason('no-change', `it was asked for a review, which is on the pull request: ${url}`)
  return { kind: 'posted', delivered: { reason: why, review: id } }
}

const notPosted = (detail: string): Reason => reason('review-refused', detail)

function whatChanged(pull: PullRequest | null, { pullRequest: number, headSha }: Reviewed): Posting | null {
  if (pull === null) return { kind: 'unseen', reason: notPosted(`#${number} does not exist any more`) }
  if (pull.state === 'closed')
    return {
      kind: 'failed',
      reason: notPosted(`#${number} was ${pull.merged ? 'merged' : 'closed'} meanwhile`),
    }
  if (pull.headSha === headSha) return null
  const detail = `#${number} got new commits meanwhile: ${headSha.slice(0, 7)} was reviewed, and its head is ${pull.headSha.slice(0, 7)}`
  return { kind: 'unseen', reason: notPosted(detail) }
}

async function readParts(
  { store, github }: RunWork,
  job: Job,
  about: {
    readonly project: Project
    readonly repository: RepositoryRef
    readonly review: Reviewed
    readonly reviews: ReviewParts['said']['reviews']
    readonly marker: string
  },
): Promise<ReviewParts> {
  const { project, repository, review, reviews, marker } = about
  const [[result], messages, files, comments] = await Promise.all([
    readResults(store, job.id, [job.run]),
    readMessages(store, job.id, 1, job.run.last),
    github.listChangedFiles(repository, review.pullRequest),
    github.listOwnLineComments(repository, review.pullRequest),
  ])
  const sent = messages.map(({ message }) => message)
  const showPrompt = project.config?.showPrompt ?? false
  return {
    summary: showsPrompt({ showPrompt }, project.private, sent) ? (result?.summary ?? '') : null,
    findings: (result?.outcome === 'no-change' && result.findings) || [],
    ...{ files, marker, said: { comments, reviews }, repositoryUrl: job.repository },
  }
}

/** If GitHub refuses the lines for a reason that the diff does not show, all findings stand in the text. */
async function send(
  { github, log }: RunWork,
  repository: RepositoryRef,
  { pullRequest, headSha }: Reviewed,
  parts: ReviewParts,
): Promise<Written> {
  const post = (review: ComposedReview) =>
    github.createReview(repository, pullRequest, { ...review, headSha })
  const composed = composeReview(parts)
  const written = await post(composed)
  const isAboutLines =
    written.kind === 'refused' && written.isDoubtful !== true && composed.comments.length > 0
  if (!isAboutLines) return written
  log.warn({ pullRequest, refusal: written.detail }, 'GitHub refuses the lines of a review')
  return post(composeReview({ ...parts, files: [] }))
}

const refusalOf = (refused: Refused): Reason =>
  refused.kind === 'not-granted'
    ? reason('permission-missing', 'pull requests: write, to post a review')
    : notPosted(`GitHub refuses it: ${refused.detail}`)
