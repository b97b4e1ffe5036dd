import type { Finish } from '../tools/finish.ts'

export type Review =
  | { readonly kind: 'passed' }
  | {
      readonly kind: 'sent-back'
      /** What to do, in our words. */
      readonly text: string
      /** What it rests on, of files or programs: the model gets it as data, whatever stands in it. */
      readonly data?: string
    }

/** Looks at the work each time the model says that it is done, and may send it back with what is wrong. */
export interface Reviewer {
  /** Unique among the reviewers of a run. */
  readonly name: string
  /** How often it may send the work back in one run; after that it is still asked, and its word only noted. */
  readonly rounds: number
  /** `signal` ends with the run or with its time; what is thrown ends the run. */
  review(finish: Finish, signal: AbortSignal): Promise<Review>
}

/** How often each reviewer sent the work back, by its name. */
export type Rounds = Map<string, number>

/**
 * Asks the reviewers in their order, up to the first that sends the work back: the cheap ones stand before the ones
 * that run something. Each sends it back a bounded number of times, so that a run ends.
 */
export async function reviewFinish(
  reviewers: readonly Reviewer[],
  rounds: Rounds,
  finish: Finish,
  signal: AbortSignal,
): Promise<Review> {
  for (const reviewer of reviewers) {
    const review = await reviewer.review(finish, signal)
    const soFar = rounds.get(reviewer.name) ?? 0
    if (review.kind === 'passed' || soFar >= reviewer.rounds) continue
    rounds.set(reviewer.name, soFar + 1)
    return review
  }
  return { kind: 'passed' }
}
