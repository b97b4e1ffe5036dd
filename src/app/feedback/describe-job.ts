import { groupDigits } from '../../contract/text.ts'
import { closeFences } from '../../sanitize/close-fences.ts'
import { BREAK, neutralize, shorten } from '../../sanitize/neutralize.ts'
import type { Job } from '../domain/job.ts'
import { closedIssueOf } from '../domain/job-view.ts'
import type { Origin } from '../domain/origin.ts'
import { isEnded } from '../domain/run-state-machine.ts'
import { howToFix } from './explain-reason.ts'
import { hasPublished, headline } from './headline.ts'
import { countDone, type JobFacts, type Place } from './job-facts.ts'
import { count, folded, mention, money, oneLine } from './show-text.ts'

const TITLE_LENGTH = 100
const SUMMARY_LENGTH = 6_000
const LINE_LENGTH = 160

/** All of a job except its first line, as paragraphs of Markdown: who asked, what to do next, and the rest folded. Pure. */
export function describeJob(facts: JobFacts, place: Place): string[] {
  return [
    [whoAsked(facts), ...(place === 'comment' ? whatCloses(facts) : [])].join(' · '),
    nextStep(facts, place),
    summary(facts),
    checks(facts),
    plan(facts),
    log(facts),
    usage(facts),
    links(facts),
  ].filter((part) => part !== null)
}

function whoAsked({ job, asked, isConfidential }: JobFacts): string {
  const origin = asked?.origin ?? job.origin
  const who = `${requester(origin, job.repository)} asked${howAsked(origin)}`
  if (isConfidential || asked === null) return who
  return `${who}: "${oneLine(asked.title, job.repository, TITLE_LENGTH)}"`
}

/** GitHub closes it with the pull request. */
function whatCloses({ job }: JobFacts): string[] {
  const issue = closedIssueOf(job)
  return issue === null || job.pullRequest === null ? [] : [`Closes #${issue}`]
}

/** The name of an API key is for its account, and the repository may be public. */
function requester(origin: Origin, repositoryUrl: string): string {
  if (origin.kind === 'key') return 'A caller of the API'
  if (origin.kind === 'settings') return `The setting \`${origin.id}\``
  return origin.kind === 'watch'
    ? `A merge in ${oneLine(origin.name, repositoryUrl, TITLE_LENGTH)}`
    : mention(origin.login, repositoryUrl)
}

/** Nothing of a comment, which stands above. */
function howAsked(origin: Origin): string {
  if (origin.kind === 'actor') return origin.via === 'dashboard' ? ' in the dashboard' : ''
  if (origin.kind !== 'github') return ''
  switch (origin.via) {
    case 'comment':
      return ''
    case 'label':
      return ' with a label'
    case 'review':
    case 'review-comment':
      return ' in a review'
  }
}

function summary({ job, current, isConfidential }: JobFacts): string | null {
  const text = current.result?.summary?.trim() ?? ''
  if (isConfidential || text === '') return null
  const shown = shorten(neutralize(text, job.repository), SUMMARY_LENGTH)
  return folded('Summary of the agent', closeFences(shown, BREAK))
}

function checks({ job, current }: JobFacts): string | null {
  const outcome = current.result?.checks
  if (outcome === undefined) return null
  const line = (text: string) => oneLine(text, job.repository, LINE_LENGTH)
  const lines = outcome.results.map(
    ({ name, passed, detail }) =>
      `- ${passed ? 'passed' : '**failed**'}: ${line(name)}${detail === '' ? '' : ` (${line(detail)})`}`,
  )
  const body = outcome.notRun === null ? lines.join('\n') : line(outcome.notRun)
  return body === '' ? null : folded('Checks', body)
}

/** While it works: afterwards, the summary of the agent says what is done. */
function plan({ job, current, isConfidential }: JobFacts): string | null {
  const { run, progress } = current
  if (isConfidential || isEnded(run) || progress.plan.length === 0) return null
  const items = progress.plan.map(
    ({ text, done }) => `- [${done ? 'x' : ' '}] ${oneLine(text, job.repository, LINE_LENGTH)}`,
  )
  return folded(`Plan (${countDone(progress.plan)} of ${progress.plan.length} done)`, items.join('\n'))
}

/** While it works. Afterwards, the log on GitHub has all of it. */
function log({ job, current, isConfidential }: JobFacts): string | null {
  const { run, progress } = current
  if (isConfidential || isEnded(run) || progress.log.length === 0) return null
  const lines = progress.log.map((line) => `- ${oneLine(line, job.repository, LINE_LENGTH)}`)
  return folded('Last actions of the agent', lines.join('\n'))
}

function usage({ job, current: { run } }: JobFacts): string | null {
  if (run.usage === null) return null
  const { steps, inputTokens, cachedInputTokens, outputTokens, costUsd } = run.usage
  const counts = [
    count(steps, 'step'),
    `${groupDigits(inputTokens)} input tokens (${groupDigits(cachedInputTokens)} cached)`,
    `${groupDigits(outputTokens)} output tokens`,
    costUsd === null ? 'cost unknown' : `about ${money(costUsd)}`,
    oneLine(job.model, job.repository, TITLE_LENGTH),
  ]
  return folded('Usage', counts.join(' · '))
}

function links({ job, current: { run } }: JobFacts): string {
  const parts = [`Job \`${job.id}\`, run ${run.number}`]
  return run.workflowRunUrl === null ? parts.join('') : `${parts.join('')} · [log](${run.workflowRunUrl})`
}

/** What its reader can do now. Pure. */
function nextStep(facts: JobFacts, place: Place): string | null {
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

/** GitHub's limit is 65,536 characters. Everything in a comment is shortened to less than this. */
const LIMIT = 60_000

/**
 * Identifies the comment of a job if the response to its creation was lost. No text of a model or a person can contain
 * it, since HTML comments in those are broken up.
 */
export const commentMarker = (job: string): string => `<!-- prentice:job ${job} -->`

/** The comment of a job, in Markdown. Pure. */
export function commentText(facts: JobFacts): string {
  const [asked = '', ...rest] = describeJob(facts, 'comment')
  const head = [headline(facts), asked].join('  \n')
  const parts = [head, ...rest, commentMarker(facts.job.id)]
  while (parts.join('\n\n').length > LIMIT && parts.length > 2) parts.splice(-2, 1)
  return parts.join('\n\n')
}
