import type { Job } from '../domain/job.ts'
import type { WorkRequest } from '../jobs/admit-request.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { SendMessageOutcome } from '../jobs/send-message.ts'
import { answered, answerRefusal, type TriggerOutcome } from './outcome.ts'
import { ARCHIVED, FULL, NO_JOB } from './replies.ts'

/** A message to the job of the issue or pull request. */
export async function followUp(
  { jobs }: { readonly jobs: Pick<Jobs, 'sendMessage'> },
  job: Job,
  work: WorkRequest,
  prompt: string,
): Promise<TriggerOutcome> {
  return answerMessage(await jobs.sendMessage({ ...work, job: job.id, prompt }))
}

/** What happened to a message. */
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
