import type { Finish } from '../tools/finish.ts'

export type Review =
  | { readonly kind: 'passed' }
  | {
      readonly kind: 'sent-back'
      /** What to do, in our words. */
      readonly text: string
      /** For people: why, in a few words. */
      readonly why: string
      /** Text of files or programs that shows why. The model gets it as data, whatever it says. */
      readonly data?: string
    }

/** Judges the work each time the model finishes, and may send it back with what is wrong. */
export interface Reviewer {
  /** Unique among the reviewers of a run. */
  readonly name: string
  /** How often it may send the work back in one run. After that it is still asked, and its review has no effect. */
  readonly rounds: number
  /** `signal` aborts with the run or at its deadline. An exception refuses the call of finish. */
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
        return {
          ...{ kind: 'sent-back', why: 'the review was interrupted' },
          text: 'Not finished: the review of the work was interrupted.',
        }
      }
    },
  }
}

/** Why the work could not be published. */
export interface PublishRefusal {
  readonly code: 'change-unsafe' | 'path-protected' | 'change-too-large' | 'secret-found'
  /** Paths, sizes and the like. */
  readonly detail: string
}

/** What the model can do about it. Each answer starts a sentence. */
const WAYS_OUT: Readonly<Record<PublishRefusal['code'], string>> = {
  'change-unsafe': 'It contains what is never published: undo that part.',
  'path-protected': 'It changes files that this project does not open to you: undo those changes.',
  'change-too-large': 'It is larger than the project allows: undo what the prompt does not need.',
  'secret-found':
    'It contains what looks like a secret: replace that by a placeholder or by a reference to the configuration.',
}

const WHY_REFUSED: Readonly<Record<PublishRefusal['code'], string>> = {
  'change-unsafe': 'the change contains what is never published',
  'path-protected': 'the change touches protected files',
  'change-too-large': 'the change is larger than the project allows',
  'secret-found': 'the change contains what looks like a secret',
}

/** Sends the work back if it would be refused once the agent has ended. `judge`: why it would be; `null`: it would not. */
export const createPublishReviewer = (judge: () => Promise<PublishRefusal | null>): Reviewer => ({
  name: 'publish',
  rounds: 3,
  async review() {
    const refusal = await judge()
    if (refusal === null) return { kind: 'passed' }
    const text = `Not finished: the change cannot be published as it is. ${WAYS_OUT[refusal.code]} Then call finish again, and say in the body what is missing.`
    return { kind: 'sent-back', text, why: WHY_REFUSED[refusal.code], data: refusal.detail }
  },
})
