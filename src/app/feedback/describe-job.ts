import { groupDigits } from '../../contract/text.ts'
import { closeFences } from '../../sanitize/close-fences.ts'
import { BREAK, neutralize, shorten } from '../../sanitize/neutralize.ts'
import { closedIssueOf } from '../domain/job-view.ts'
import type { Origin } from '../domain/origin.ts'
import { isEnded } from '../domain/run-state-machine.ts'
import { countDone } from './fold-events.ts'
import type { JobFacts, Place } from './job-facts.ts'
import { nextStep } from './next-step.ts'
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
