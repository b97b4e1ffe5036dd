import type { TestEvidence } from '../../contract/checks.ts'
import { answeredBy, describeEvidence } from '../../contract/describe-run.ts'
import type { Mode } from '../../contract/job.ts'
import { questionText } from '../../contract/question.ts'
import { groupDigits } from '../../contract/text.ts'
import { closeFences } from '../../sanitize/close-fences.ts'
import { BREAK, neutralize, shorten } from '../../sanitize/neutralize.ts'
import type { Job } from '../domain/job.ts'
import { closedIssueOf } from '../domain/job-view.ts'
import type { Origin } from '../domain/origin.ts'
import { hasPublished, isEnded } from '../domain/run.ts'
import { countDone } from '../domain/run-phase.ts'
import { endedWithQuestion, wasParked } from '../domain/turns.ts'
import type { CheckAnnotation, CheckButton, CheckConclusion, CheckRunFields } from '../github/pull-request.ts'
import { questionIn } from '../job-store/run-history.ts'
import { count, folded, headline, howToFix, mention, money, oneLine, plainHeadline } from './headline.ts'
import type { CheckPlace, JobFacts, Place } from './job-facts.ts'

const TITLE_LENGTH = 100
const SUMMARY_LENGTH = 6_000
/** All of it, with the breaks that make it inert. */
const ANSWER_LENGTH = 30_000
const LINE_LENGTH = 160
const EVIDENCE_LENGTH = 400

/** All of a job except its first line, as paragraphs of Markdown: who asked, what to do next, and the rest folded. Pure. */
function describeJob(facts: JobFacts, place: Place): string[] {
  return [
    [whoAsked(facts), ...(place === 'comment' ? whatCloses(facts) : [])].join(' · '),
    nextStep(facts, place),
    summary(facts),
    checks(facts),
    checklist(facts),
    log(facts),
    usage(facts),
    links(facts),
  ].filter((part) => part !== null)
}

function whoAsked({ job, current: { lastPrompt }, isConfidential }: JobFacts): string {
  const origin = lastPrompt?.origin ?? job.origin
  const who = `${requester(origin, job.repository)} asked${howAsked(origin)}`
  if (isConfidential || lastPrompt === null) return who
  return `${who}: "${oneLine(lastPrompt.title, job.repository, TITLE_LENGTH)}"`
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

/** What a run with a mode was asked for, or what a run asks. It stands open. */
function answer(facts: JobFacts): string | null {
  if (facts.current.run.state !== 'succeeded') return summary(facts)
  const question = questionIn(facts.current.result)
  if (question !== null && !facts.isConfidential) return inert(questionText(question), facts, ANSWER_LENGTH)
  return facts.isConfidential ? NOT_HERE : wordsOf(facts, ANSWER_LENGTH)
}

const NOT_HERE = 'It stands in the job, because a prompt of the job is confidential.'

function summary(facts: JobFacts): string | null {
  const shown = wordsOf(facts, SUMMARY_LENGTH)
  return shown === null ? null : folded('Summary of the agent', shown)
}

/** `null`: none, or they are not for GitHub. */
function wordsOf({ job, current, isConfidential }: JobFacts, length: number): string | null {
  const text = current.result?.summary?.trim() ?? ''
  if (isConfidential || text === '') return null
  return inert(text, { job }, length)
}

const inert = (text: string, { job }: Pick<JobFacts, 'job'>, length: number): string =>
  closeFences(shorten(neutralize(text, job.repository), length), BREAK)

function checks({ job, current }: JobFacts): string | null {
  const outcome = current.result?.checks
  if (outcome === undefined) return null
  const line = (text: string) => oneLine(text, job.repository, LINE_LENGTH)
  const lines = outcome.results.map(
    ({ name, passed, detail }) =>
      `- ${passed ? 'passed' : '**failed**'}: ${line(name)}${detail === '' ? '' : ` (${line(detail)})`}`,
  )
  const evidence = (tests: TestEvidence) => oneLine(describeEvidence(tests), job.repository, EVIDENCE_LENGTH)
  const tests = outcome.tests === undefined ? [] : [`- ${evidence(outcome.tests)}`]
  const body = outcome.notRun === null ? [...lines, ...tests].join('\n') : line(outcome.notRun)
  return body === '' ? null : folded('Checks', body)
}

/** While it works: afterwards, the summary of the agent says what is done. */
function checklist({ job, current, isConfidential }: JobFacts): string | null {
  const { run, progress } = current
  if (isConfidential || isEnded(run) || progress.plan.length === 0) return null
  const items = progress.plan.map(
    ({ text, done }) => `- [${done ? 'x' : ' '}] ${oneLine(text, job.repository, LINE_LENGTH)}`,
  )
  return folded(`Checklist (${countDone(progress.plan)} of ${progress.plan.length} done)`, items.join('\n'))
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
  const { steps, inputTokens, cachedInputTokens, outputTokens, costUsd, models } = run.usage
  const counts = [
    count(steps, 'step'),
    `${groupDigits(inputTokens)} input tokens (${groupDigits(cachedInputTokens)} cached)`,
    `${groupDigits(outputTokens)} output tokens`,
    costUsd === null ? 'cost unknown' : `about ${money(costUsd)}`,
    ...answeredBy(job.model, models).map((name) => oneLine(name, job.repository, TITLE_LENGTH)),
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
  if (run.mode !== undefined && run.state === 'succeeded') return place === 'comment' ? AFTER[run.mode] : null
  if (endedWithQuestion(run)) return place === 'comment' ? HOW_TO_ANSWER : null
  if (run.state === 'succeeded' && hasPublished(run) && job.pullRequest !== null)
    return place === 'comment' ? howToChange(job.pullRequest) : null
  return run.reason === null ? null : howToFix(facts, run.reason, place) || null
}

const AFTER: Readonly<Record<Mode, string>> = {
  ask: 'Nothing was changed. Ask more: `/prentice ask`. To have something changed, comment `/prentice` with what to change',
  review: 'Nothing was changed. Ask for another review: `/prentice review`',
  plan: 'Nothing was changed yet. Carry out the plan: `/prentice approve`. Revise it: comment `/prentice` with what should be different',
}

const HOW_TO_ANSWER =
  'Answer it: `/prentice` with the number of a choice, such as `/prentice 2`, or with your own words'

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

/** As `commentMarker`, of the comment with the answer of a run. */
export const answerMarker = (job: string, run: number): string => `<!-- prentice:answer ${job} ${run} -->`

/** The comment with the answer or the plan of a run, or why there is none, in Markdown. Pure. */
export function answerText(facts: JobFacts): string {
  const { job, current } = facts
  return [
    [headline(facts), whoAsked(facts)].join('  \n'),
    answer(facts),
    nextStep(facts, 'comment'),
    usage(facts),
    links(facts),
    answerMarker(job.id, current.run.number),
  ]
    .filter((part) => part !== null)
    .join('\n\n')
}

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
  if (endedWithQuestion(run)) return 'neutral'
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
