import { shorten } from '../../sanitize/neutralize.ts'
import { wasParked } from '../domain/open-run.ts'
import { isEnded } from '../domain/run-state-machine.ts'
import type {
  CheckAnnotation,
  CheckButton,
  CheckConclusion,
  CheckRunFields,
} from '../github/feedback-content.ts'
import { describeJob } from './describe-job.ts'
import { plainHeadline } from './headline.ts'
import type { CheckPlace, JobFacts } from './job-facts.ts'
import { oneLine } from './show-text.ts'

export const CHECK_NAME = 'Prentice'

const TITLE_LIMIT = 250
/** GitHub takes 65,535 characters. */
const SUMMARY_LIMIT = 60_000
const MAX_ANNOTATIONS = 50

const STOP: CheckButton = { label: 'Stop', description: 'Cancel the run', identifier: 'stop' }
const RETRY: CheckButton = { label: 'Retry', description: 'Repeat this run', identifier: 'retry' }

/** Pure. */
export function checkRunFields(facts: JobFacts): CheckRunFields {
  const { run } = facts.current
  const title = plainHeadline(facts)
  return {
    conclusion: conclude(facts),
    title: shorten(title, TITLE_LIMIT),
    summary: shorten([title, ...describeJob(facts, 'check-run')].join('\n\n'), SUMMARY_LIMIT),
    annotations: isEnded(run) ? annotate(facts) : [],
    buttons: buttonsOf(facts),
    detailsUrl: run.workflowRunUrl,
  }
}

function conclude({ current: { run, result } }: JobFacts): CheckConclusion | null {
  if (!isEnded(run)) return null
  if (run.state === 'cancelled') return 'cancelled'
  // The next run continues its work.
  if (run.state === 'failed') return wasParked(run) ? 'neutral' : 'failure'
  const checks = result?.checks
  if (checks === undefined) return 'success'
  if (checks.notRun !== null || checks.results.length === 0) return 'neutral'
  return checks.results.every(({ passed }) => passed) ? 'success' : 'failure'
}

/** A retry of a run that succeeded, or of an archived job, would be refused. */
function buttonsOf({ job, current: { run } }: JobFacts): readonly CheckButton[] {
  if (!isEnded(run)) return [STOP]
  return run.state !== 'succeeded' && job.archivedAt === null ? [RETRY] : []
}

/** The settings name the checks. Results contain no other place in the repository. */
const SETTINGS: CheckPlace = { path: '.github/prentice.yml', line: 1 }

function annotate({ job, checkPlaces, current: { result } }: JobFacts): CheckAnnotation[] {
  const failed = result?.checks?.results.filter(({ passed }) => !passed) ?? []
  return failed.slice(0, MAX_ANNOTATIONS).map(({ name, detail }) => ({
    ...(checkPlaces.get(name) ?? SETTINGS),
    title: oneLine(name, job.repository, TITLE_LIMIT),
    message: oneLine(detail === '' ? 'The check failed.' : detail, job.repository, 1000),
  }))
}
