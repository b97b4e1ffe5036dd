import { isEnded } from '../domain/run-state-machine.ts'
import { howToFix } from './explain-reason.ts'
import { hasPublished } from './headline.ts'
import type { JobFacts, Place } from './job-facts.ts'

/** What its reader can do now. Pure. */
export function nextStep(facts: JobFacts, place: Place): string | null {
  const { job, current } = facts
  const { run } = current
  if (!isEnded(run)) return place === 'comment' ? 'Stop it: `/prentice stop`' : null
  if (run.state === 'succeeded' && hasPublished(run) && job.pullRequest !== null)
    return place === 'comment'
      ? `Change it: reply on #${job.pullRequest.number} with \`/prentice\` and what to change`
      : null
  return run.reason === null ? null : howToFix(facts, run.reason, place) || null
}
