import { type Review, reviewFinish } from './review/reviewer.ts'
import type { Session } from './session.ts'
import type { Finish } from './tools/finish.ts'

/** A review that the end of the time breaks off has found nothing; the limit then ends the run. */
export async function reviewBeforeDeadline(
  session: Session,
  finish: Finish,
  signal: AbortSignal,
): Promise<Review> {
  try {
    return await reviewFinish(session.reviewers, session.rounds, finish, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    return { kind: 'sent-back', text: 'Not finished: the review of the work was broken off.' }
  }
}
