import type { RetryJobOutcome } from '../../../jobs/retry-job.ts'
import { MAX_WAITING, type SendMessageOutcome, type UpdateBranchOutcome } from '../../../jobs/send-message.ts'
import { duration, money, number } from '../frame/formats.ts'
import type { View } from '../frame/view.ts'

type Outcome = RetryJobOutcome | SendMessageOutcome | UpdateBranchOutcome

const TEXTS = {
  absent: 'There is no such job.',
  active: 'The job is still running. Stop it, or send a follow-up.',
  completed: 'The last run succeeded, so there is nothing to retry. Send a follow-up instead.',
  archived: 'The job is archived. Unarchive it first.',
  emptied: 'The prompts of this job were deleted while it was archived. Describe the work in a follow-up.',
  'idempotency-conflict':
    'This form was already sent with a different text. Reload the page, then send it again.',
  'no-pull-request': 'The job has no open pull request whose branch could be updated.',
  full: `${MAX_WAITING} messages already wait for this job. Send more after the agent has read some of them.`,
} as const

/** Why a request for work was refused, and what to do. */
export function describeRefusal(
  view: Pick<View, 'locale'>,
  outcome: Exclude<Outcome, { kind: 'accepted' }>,
): string {
  switch (outcome.kind) {
    case 'absent':
    case 'active':
    case 'completed':
    case 'archived':
    case 'emptied':
    case 'full':
    case 'no-pull-request':
    case 'idempotency-conflict':
      return TEXTS[outcome.kind]
    case 'app-not-installed':
      return `The GitHub App is not installed on ${outcome.repository}. Install it again.`
    case 'rate-limited': {
      const { limit, resetSeconds } = outcome.allowance
      return `The project has used its ${number(view, limit)} jobs and messages of this hour. Try again in ${duration(view, resetSeconds * 1000)}.`
    }
    case 'budget-exhausted': {
      const { name, capUsd, spentUsd, resetSeconds } = outcome.budget
      const spent = `is spent (${money(view, spentUsd)} of ${money(view, capUsd)})`
      const time = duration(view, resetSeconds * 1000)
      return name === undefined
        ? `The project's budget for today ${spent}. It resets in ${time}, at 00:00 UTC.`
        : `The organisation's budget ${name} for this month ${spent}. Ask an owner to raise it, or wait: it resets in ${time}, on the first of the next month at 00:00 UTC.`
    }
  }
}
