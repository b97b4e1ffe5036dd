import { findMention } from '../../mention/find-mention.ts'
import { shorten, withoutHiddenCharacters } from '../../sanitize/neutralize.ts'
import type { ReviewComment, SubmittedReview } from '../github/conversation.ts'
import type { Github } from '../github/github.ts'
import type { RepositoryRef } from '../github/repository.ts'
import type { TriggerOutcome } from './replies.ts'
import type { ReviewRequest } from './trigger-request.ts'

/** The review with what its author wrote in it before it was submitted; `null`: it is gone, or somebody else's. */
export async function readOwnReview(
  { github }: { readonly github: Pick<Github, 'readReview'> },
  repository: RepositoryRef,
  { review: id, pullRequest, sender, at }: ReviewRequest,
): Promise<SubmittedReview | null> {
  const review = await github.readReview(repository, pullRequest, id)
  if (review === null || review.authorId !== sender.id) return null
  // Somebody else could have changed a comment after the review was submitted.
  const comments = review.comments.filter(
    ({ authorId, updatedAt }) => authorId === sender.id && updatedAt <= at,
  )
  return { ...review, comments }
}

/** Which part of an accepted review gets a reaction, and the threads that wait for the commit. Pure. */
export function threadsOf({
  comments,
}: SubmittedReview): Pick<Extract<TriggerOutcome, { kind: 'accepted' }>, 'on' | 'threads'> {
  const [first] = comments
  if (first === undefined) return {}
  return {
    on: { kind: 'review-comment', id: first.id },
    threads: [...new Set(comments.map(({ thread }) => thread))],
  }
}

/** Characters of a hunk and of a comment. A review with many comments gets less of each, so that it loses none. */
const LIMITS = [
  { hunk: 2_000, comment: 20_000 },
  { hunk: 400, comment: 4_000 },
  { hunk: 100, comment: 500 },
] as const
type Limits = (typeof LIMITS)[number]

const MAX_PROMPT = 400_000

type Review = Pick<SubmittedReview, 'body' | 'state' | 'comments'>

interface About {
  readonly pullRequest: number
  readonly slug: string
}

/** One prompt for a whole review: its text, and each of its comments with its place in the diff. Pure. */
export function reviewPrompt({ body, state, comments }: Review, { pullRequest, slug }: About): string {
  const cleaned = {
    ...{ state, pullRequest, body: withoutMention(body, slug) },
    comments: comments.map((comment) => ({ ...comment, body: withoutMention(comment.body, slug) })),
  }
  const prompts = LIMITS.map((limits) => promptWithin(cleaned, limits))
  return shorten(prompts.find(({ length }) => length <= MAX_PROMPT) ?? prompts.at(-1) ?? '', MAX_PROMPT)
}

function promptWithin(
  { body, state, comments, pullRequest }: Review & { readonly pullRequest: number },
  limits: Limits,
): string {
  const verdict = state === 'changes_requested' ? ', which asks for changes' : ''
  // The text first: the first line of a prompt is the title that people see.
  const parts = [
    body,
    `This is a review of pull request #${pullRequest}${verdict}. Do what it asks for.`,
    ...comments.map((comment) => describe(comment, limits)),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** A text without the mention of the App in it. */
function withoutMention(text: string, slug: string): string {
  const mention = findMention(text, slug)
  return mention?.kind === 'prompt' ? mention.text : withoutHiddenCharacters(text).trim()
}

function describe({ path, line, hunk, body }: ReviewComment, limits: Limits): string {
  const shown = hunk.length <= limits.hunk ? hunk : `…${hunk.slice(-limits.hunk).toWellFormed()}`
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const place = line === null ? path : `${path}, line ${line}`
  return [`Comment on ${place}:`, `${fence}diff`, shown, fence, shorten(body, limits.comment)].join('\n')
}
