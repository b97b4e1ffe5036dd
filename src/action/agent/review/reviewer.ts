import type { Finish } from '../tools/finish.ts'

export type Review =
  | { readonly kind: 'passed' }
  | {
      readonly kind: 'sent-back'
      /** What to do, in our words. */
      readonly text: string
      /** Text of files or programs that shows why. The model gets it as data, whatever it says. */
      readonly data?: string
    }

/** Judges the work each time the model finishes, and may send it back with what is wrong. */
export interface Reviewer {
  /** Unique among the reviewers of a run. */
  readonly name: string
  /** How often it may send the work back in one run. After that it is still asked, and its review has no effect. */
  readonly rounds: number
  /** `signal` aborts with the run or at its deadline. An error ends the run. */
  review(finish: Finish, signal: AbortSignal): Promise<Review>
}

/** All reviewers of a run, and how often each has sent the work back. */
export interface Reviews {
  review(finish: Finish, signal: AbortSignal): Promise<Review>
}

/**
 * Asks the reviewers in their order, up to the first that sends the work back; those that run nothing come first. Each
 * sends it back a bounded number of times, so that a run ends. A review that its deadline interrupts has found nothing:
 * the work is sent back, and the limit then ends the run.
 */
export function openReviews(reviewers: readonly Reviewer[]): Reviews {
  const sentBack = new Map<string, number>()

  async function review(finish: Finish, signal: AbortSignal): Promise<Review> {
    for (const reviewer of reviewers) {
      const result = await reviewer.review(finish, signal)
      const soFar = sentBack.get(reviewer.name) ?? 0
      if (result.kind === 'passed' || soFar >= reviewer.rounds) continue
      sentBack.set(reviewer.name, soFar + 1)
      return result
    }
    return { kind: 'passed' }
  }

  return {
    async review(finish, signal) {
      try {
        return await review(finish, signal)
      } catch (error) {
        if (!signal.aborted) throw error
        return { kind: 'sent-back', text: 'Not finished: the review of the work was interrupted.' }
      }
    },
  }
}
