import { describeMoney } from '../describe-money.ts'
import type { Job } from '../job.ts'
import type { ModelHandle } from '../models/model-handle.ts'

type Telling = Pick<Job, 'log' | 'known' | 'engagement'>

/** Says before the first token what the run does not hold to. */
export function tellOfModel(job: Telling, { name, price, effortNote }: ModelHandle): void {
  if (effortNote !== null) note(job, effortNote)
  const { costUsd } = job.engagement.assignment.limits
  if (price !== null) return
  note(
    job,
    `What ${name} costs is not known, so that the limit of ${describeMoney(costUsd)} does not hold; those of steps, time and tokens do. Give its price in the variable PRICES, in \`env:\` of the step.`,
  )
}

/** A warning beside the log, and a line on the page of the run. */
function note({ log, known }: Telling, text: string): void {
  log.warning(text)
  known.notices.push(text)
}
