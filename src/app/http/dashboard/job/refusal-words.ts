import type { RetryJobOutcome } from '../../../jobs/retry-job.ts'
import type { SendMessageOutcome } from '../../../jobs/send-message.ts'
import { MAX_WAITING } from '../../../jobs/send-message.ts'
import { admissionError } from '../../shared/admission-error.ts'
import type { View } from '../frame/view.ts'

type Outcome = RetryJobOutcome | SendMessageOutcome

/** Why a request for work was refused, and what to do. */
const REFUSAL_WORDS = {
  absent: 'There is no such job.',
  active: 'The job is still running. Stop it, or send a follow-up.',
  completed: 'The last run succeeded, so there is nothing to retry. Send a follow-up instead.',
  archived: 'The job is archived. Unarchive it first.',
  emptied: 'The prompts of this job were deleted while it was archived. Describe the work in a follow-up.',
  'idempotency-conflict':
    'This form was already sent with a different text. Reload the page, then send it again.',
  full: `${MAX_WAITING} messages already wait for this job. Send more after the agent has read some of them.`,
} as const

export function describeRefusal(
  view: Pick<View, 'say'>,
  outcome: Exclude<Outcome, { kind: 'accepted' }>,
): string {
  switch (outcome.kind) {
    case 'absent':
    case 'active':
    case 'completed':
    case 'archived':
    case 'emptied':
    case 'full':
    case 'idempotency-conflict':
      return view.say(REFUSAL_WORDS)[outcome.kind]
    default: {
      const { message } = admissionError(outcome)
      return `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`
    }
  }
}
