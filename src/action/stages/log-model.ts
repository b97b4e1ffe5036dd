import type { ModelHandle } from '../models/providers/model-handle.ts'
import { describeMoney } from '../text/format.ts'
import type { RunContext } from './run-context.ts'

type Telling = Pick<RunContext, 'log' | 'known' | 'engagement'>

/** Says before the first token what the run does not hold to. */
export function logModel(job: Telling, { name, price, effortNote }: ModelHandle): void {
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
