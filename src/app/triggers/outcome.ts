import type { ReactionSubject } from '../github/conversation.ts'
import type { AdmissionRefusal } from '../jobs/admit-request.ts'
import type { SendMessageOutcome } from '../jobs/send-message.ts'
import { ARCHIVED, FULL, NO_JOB } from './replies.ts'

/** How a request was handled, and what is left to do. */
export type TriggerOutcome =
  /** A reaction shows that it was accepted. */
  | {
      readonly kind: 'accepted'
      readonly job: string
      /** What gets the reaction; absent: the comment, review or issue that asked. */
      readonly on?: ReactionSubject
      /** First comments of the threads that get an answer once there is a commit. */
      readonly threads?: readonly number[]
    }
  /** Answered in a comment, since somebody with write access asked. */
  | { readonly kind: 'answered'; readonly text: string }
  /** Without an answer: it was not meant for the App, or needs nothing. */
  | { readonly kind: 'ignored'; readonly why: string }
  /** Only the log says that somebody without write access asked. */
  | { readonly kind: 'stranger' }
  /** To be looked at again at this time (epoch ms). */
  | { readonly kind: 'later'; readonly at: number }

export const answered = (text: string): TriggerOutcome => ({ kind: 'answered', text })
export const ignored = (why: string): TriggerOutcome => ({ kind: 'ignored', why })

/** What happened to a message to the job of an issue or pull request. */
export function answerMessage(outcome: SendMessageOutcome): TriggerOutcome {
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'accepted', job: outcome.id }
    case 'archived':
      return answered(ARCHIVED)
    case 'full':
      return answered(FULL)
    case 'absent':
      return answered(NO_JOB)
    default:
      return answerRefusal(outcome)
  }
}

/** Why a request of somebody who may ask is refused, and what to do. */
export function answerRefusal(refusal: AdmissionRefusal): TriggerOutcome {
  switch (refusal.kind) {
    case 'rate-limited': {
      const { limit, resetAt } = refusal.allowance
      return answered(
        `This repository has reached its limit of ${limit} requests per hour. Ask again after ${timeOf(resetAt)}.`,
      )
    }
    case 'budget-exhausted': {
      const { name, capUsd, resetAt } = refusal.budget
      // The repository may be public, so the amount of the organisation's budget is left out.
      const spent =
        name === undefined
          ? `This repository has spent its daily budget of $${capUsd}.`
          : `The monthly budget \`${name}\` of the organisation is spent.`
      return answered(`${spent} Ask again after ${timeOf(resetAt)}.`)
    }
    case 'app-not-installed':
      return ignored('the App is no longer installed')
    case 'idempotency-conflict':
      return ignored('it was worked on before')
  }
}

const timeOf = (at: number): string => {
  const [day, time = ''] = new Date(at).toISOString().split('T')
  return `${time.slice(0, 5)} UTC on ${day}`
}
