import type { Job } from '../domain/job.ts'
import { isEnded } from '../domain/run-state-machine.ts'
import { howToFix } from './explain-reason.ts'
import { hasPublished } from './headline.ts'
import type { JobFacts, Place } from './job-facts.ts'

/** What its reader can do now. Pure. */
export function nextStep(facts: JobFacts, place: Place): string | null {
  const { job, current } = facts
  const { run } = current
  if (!isEnded(run)) return place === 'comment' ? 'Stop it: `/prentice stop`' : null
  if (place === 'comment' && job.archivedAt !== null) return ARCHIVED
  if (run.state === 'succeeded' && hasPublished(run) && job.pullRequest !== null)
    return place === 'comment' ? howToChange(job.pullRequest) : null
  return run.reason === null ? null : howToFix(facts, run.reason, place) || null
}

const ARCHIVED =
  'The job is archived. To ask for more, comment `/prentice` with what to do: it starts a new job'

const howToChange = ({ number, state }: NonNullable<Job['pullRequest']>): string =>
  state === 'merged' || state === 'closed'
    ? 'To change more, comment `/prentice` with what to change: it opens a new pull request'
    : `Change it: reply on #${number} with \`/prentice\` and what to change`
