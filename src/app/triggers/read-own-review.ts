import type { SubmittedReview } from '../github/conversation.ts'
import type { Github } from '../github/github.ts'
import type { RepositoryRef } from '../github/repository.ts'
import type { TriggerOutcome } from './outcome.ts'
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

/** What of an accepted review gets a reaction, and the threads that wait for the commit. Pure. */
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
