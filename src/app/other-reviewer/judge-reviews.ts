import type { PullReview } from '../github/pull-request.ts'
import type { SeenPull } from './records.ts'

/** Whose approvals could count, and of which state of a pull request. */
export interface Wanted {
  /** The head. */
  readonly sha: string
  /** Since when the pull request has its base: what was reviewed before is another change. Epoch milliseconds. */
  readonly since: number
  /** The accounts that sent a prompt. */
  readonly senders: ReadonlySet<number>
  /** The account that opened the pull request. */
  readonly authorId: number
}

export interface Reviewer {
  readonly id: number
  readonly login: string
}

export type WhyNot = 'sent-prompt' | 'author' | 'earlier-commit' | 'other-base' | 'no-write-access'

export interface Opinions {
  /** Approvals that count if their author may write, the newest first. */
  readonly candidates: readonly Reviewer[]
  /** Approvals that do not count. */
  readonly others: readonly (Reviewer & { readonly why: WhyNot })[]
}

/**
 * The reviews, each with the commit on which it was first seen. After a forced push that leaves the patch as it was, GitHub shows
 * earlier approvals as approvals of the new head (https://github.com/max-sixty/tend/pull/884). Pure.
 */
export const asFirstSeen = (
  reviews: readonly PullReview[],
  seen: SeenPull['approvals'],
): readonly PullReview[] =>
  reviews.map((review) => {
    const known = seen.find(({ author, at }) => author === review.author?.id && at === review.at)
    return known === undefined ? review : { ...review, sha: known.sha }
  })

/** GitHub lists people who may not write, too: anybody can approve a public repository's pull request. */
const MOST_SEEN = 300

/** The last approval of each author, which is to be remembered. Of too many, those of the first authors. Pure. */
export function approvalsOf(reviews: readonly PullReview[]): SeenPull['approvals'] {
  const last = new Map<number, SeenPull['approvals'][number]>()
  for (const { author, at, sha, state } of reviews)
    if (author !== null && state === 'approved') last.set(author.id, { author: author.id, at, sha })
  return [...last.values()].slice(0, MOST_SEEN)
}

/** A comment changes nobody's opinion. */
const OPINIONS: ReadonlySet<string> = new Set(['approved', 'changes_requested', 'dismissed'])

/**
 * The last opinion of each person counts. A dismissed one does not count, and does not revive the one before. `reviews`: the oldest first.
 * Pure.
 */
export function judgeReviews(reviews: readonly PullReview[], wanted: Wanted): Opinions {
  const last = new Map<number, PullReview & { author: Reviewer }>()
  for (const review of reviews.toSorted((a, b) => a.at - b.at)) {
    const { author } = review
    if (author === null || !OPINIONS.has(review.state)) continue
    last.delete(author.id)
    last.set(author.id, { ...review, author })
  }
  const candidates: Reviewer[] = []
  const others: (Reviewer & { why: WhyNot })[] = []
  for (const review of [...last.values()].toReversed()) {
    if (review.state !== 'approved') continue
    const why = whyNot(review, review.author, wanted)
    if (why === null) candidates.push(review.author)
    else others.push({ ...review.author, why })
  }
  return { candidates, others }
}

function whyNot({ sha, at }: PullReview, { id }: Reviewer, wanted: Wanted): WhyNot | null {
  if (wanted.senders.has(id)) return 'sent-prompt'
  if (wanted.authorId === id) return 'author'
  if (sha !== wanted.sha) return 'earlier-commit'
  return at > wanted.since ? null : 'other-base'
}
