import { answeredBy, describeEvidence } from '../../../../contract/describe-run.ts'
import type { Mode } from '../../../../contract/job.ts'
import { questionText } from '../../../../contract/question.ts'
import { shorten, withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import type { Job } from '../../../domain/job.ts'
import type { Origin } from '../../../domain/origin.ts'
import { isEnded, type Run, reviewUrl } from '../../../domain/run.ts'
import type { NumberedMessage } from '../../../job-store/messages.ts'
import type { KeptEvent } from '../../../job-store/read-progress.ts'
import { questionIn, type RunHistory } from '../../../job-store/run-history.ts'
import { duration, money, number, when } from '../frame/formats.ts'
import { type Html, html, icon, join, NOTHING, withCode } from '../frame/html.ts'
import { linkTo, type View } from '../frame/view.ts'
import { describeOrigin, explain } from './job-state.ts'
import { markdown } from './markdown.ts'
import type { JobPage } from './read-job.ts'
import {
  type CutTimeline,
  cutTimeline,
  drawPlan,
  drawStage,
  firstLine,
  foldTimeline,
  lineId,
  planId,
  waitsId,
} from './timeline.ts'

/** One run: its messages, what its runner reported, and how it ended. */
export function drawRun(
  view: View,
  page: JobPage,
  events: readonly KeptEvent[],
  { stages, hidden }: CutTimeline,
): Html {
  const { run } = page.shown
  const n = number(view, run.number)
  const isOpen = !isEnded(run)
  const drawn = stages.map((stage, at) =>
    drawStage(view, run.number, stage, stages.length === 1 || (isOpen && at === stages.length - 1)),
  )
  const retries =
    run.retryOf === null
      ? NOTHING
      : html` <span class="muted">retries run ${number(view, run.retryOf)}</span>`
  const empty = isOpen
    ? 'Nothing has happened yet. Lines appear here as soon as the run reports them.'
    : run.claimedAt === null
      ? 'No runner worked on this run.'
      : 'The lines of this run were deleted.'
  return html`<section class="run" id="run-${run.number}" data-into="runs" aria-labelledby="run-${run.number}-title">
<h2 id="run-${run.number}-title">Run ${n}${retries}</h2>
<ol class="messages" id="run-${run.number}-messages">${join(page.messages.map((message) => drawMessage(view, page, message)))}${drawMoreMessages(view, page)}</ol>
${drawChecklist(run.number, events)}${hidden === 0 ? NOTHING : drawEarlier(view, page, { stages, hidden })}
<div class="stages" id="run-${run.number}-stages">${join(drawn)}</div>
${stages.length > 0 ? NOTHING : html`<p class="muted empty-run">${empty}</p>`}
${drawEnd(view, page)}
</section>`
}

/** Lines that a page shows at first. */
const SHOWN_LINES = 200

export const shownLines = (
  { isWhole }: Pick<JobPage, 'isWhole'>,
  events: readonly KeptEvent[],
): CutTimeline => cutTimeline(foldTimeline(events), isWhole ? Number.POSITIVE_INFINITY : SHOWN_LINES)

/** Leads to the page with all lines, where the first line of this one is. */
function drawEarlier(view: View, page: JobPage, { stages, hidden }: CutTimeline): Html {
  const { run } = page.shown
  const first = firstLine(stages)
  const href = `${linkTo(view, wholePath(page))}${first === null ? '' : `#${lineId({ run: run.number, seq: first })}`}`
  const text = hidden === 1 ? 'Show 1 earlier line' : `Show ${number(view, hidden)} earlier lines`
  return html`<p class="earlier"><a class="button button-small" id="earlier" href="${href}">${icon('history')}${text}</a></p>`
}

/** The page of a run with all of its lines. */
export const wholePath = ({ job, shown }: Pick<JobPage, 'job' | 'shown'>): string =>
  `/jobs/${job.project}/${job.id}?run=${shown.run.number}&all=1`

/** The newest checklist. Without one, the element is empty, and a stream fills it later. */
function drawChecklist(run: number, events: readonly KeptEvent[]): Html {
  const plan = events.findLast(({ event }) => event.type === 'plan')?.event
  const items = plan?.type === 'plan' ? drawPlan(plan.items) : NOTHING
  return html`<div class="plan" id="${planId(run)}" role="group" aria-label="Checklist of the agent">${items}</div>`
}

const MODE_BADGES: Readonly<Record<Mode, string>> = {
  ask: 'question',
  plan: 'for a plan',
  review: 'for a review',
}

/** UTF-16 units of a prompt that are shown at first. */
const SHOWN = 2_000

/** A `message` of `null` was deleted with the archived job. */
function drawMessage(view: View, { job, shown }: JobPage, { number: n, message }: NumberedMessage): Html {
  const { text: prompt, origin, mode } = message ?? {}
  const title = n === 1 ? 'Prompt' : `Message ${number(view, n)}`
  const who =
    origin === undefined
      ? NOTHING
      : html` <span class="muted">by ${withoutHiddenCharacters(nameOf(origin, job))}</span>`
  const at = message === null ? NOTHING : html` <span class="muted small">${when(view, message.at)}</span>`
  const waits =
    n > shown.run.last
      ? html` <span id="${waitsId(n)}"><span class="badge badge-attention">waits for the agent</span></span>`
      : NOTHING
  const kind = mode === undefined ? NOTHING : html` <span class="badge">${MODE_BADGES[mode]}</span>`
  const isLong = prompt !== undefined && prompt.length > SHOWN
  const text =
    prompt === undefined
      ? html`<p class="muted">This text was deleted with the archived job.</p>`
      : html`<p class="prompt">${withoutHiddenCharacters(shorten(prompt, SHOWN))}</p>`
  const all = isLong ? html`<p><a href="${messageLink(view, job, n)}">Show all</a></p>` : NOTHING
  return html`<li class="message" id="message-${n}" data-into="run-${shown.run.number}-messages" data-swap><p class="message-head">${icon('person')} <strong>${title}</strong>${kind}${who}${at}${waits}</p>${text}${all}</li>`
}

/** The text of a message, on a separate page. */
const messageLink = (view: View, job: Job, n: number): string =>
  linkTo(view, `/jobs/${job.project}/${job.id}/messages/${n}`)

/** Messages that are named after those that the page shows. */
const NAMED = 100

/** Leads to the messages of the run whose texts the page does not show. */
function drawMoreMessages(view: View, { job, shown: { run }, messages, messageCount }: JobPage): Html {
  const count = messageCount - messages.length
  if (count <= 0) return NOTHING
  const first = run.first + messages.length
  const links = Array.from({ length: Math.min(count, NAMED) }, (_, at) => {
    const n = first + at
    return html` <a href="${messageLink(view, job, n)}">Message ${number(view, n)}</a>`
  })
  const rest =
    count > NAMED ? html` <span>and ${number(view, count - NAMED)} more, which the API lists</span>` : NOTHING
  return html`<li class="message" id="run-${run.number}-more-messages" data-into="run-${run.number}-messages" data-swap><p class="message-head">${icon('person')} <strong>${
    count === 1
      ? '1 more message, with its text on a separate page'
      : `${number(view, count)} more messages, each with its text on a separate page`
  }</strong></p><p class="more-messages">${join(links)}${rest}</p></li>`
}

const nameOf = (origin: Origin, { repository }: Job): string =>
  origin.kind === 'settings'
    ? `the setting ${origin.id}: ${origin.name}`
    : describeOrigin(origin, repository).who

/** Which models answered, if it was not the model of the job alone. */
function drawModels(model: string, { usage }: Run): Html {
  const names = answeredBy(model, usage?.models)
  if (names.length === 1 && names[0] === model) return NOTHING
  return html`<p class="muted small">Answered by ${names.join(', then ')}</p>`
}

/** How a run ended: outcome, cause with the next step, commit, checks, files, summary. */
export function drawEnd(view: View, { job, shown: { run, result } }: Pick<JobPage, 'job' | 'shown'>): Html {
  const id = `run-${run.number}-end`
  if (!isEnded(run))
    return html`<footer class="run-end" id="${id}" data-into="run-${run.number}" data-swap></footer>`
  const { icon: name, tone, text } = endOf(run)
  const took =
    run.claimedAt === null || run.endedAt === null
      ? NOTHING
      : html` <span class="muted">${duration(view, run.endedAt - run.claimedAt)}</span>`
  const cost =
    run.usage?.costUsd == null ? NOTHING : html` <span class="muted">${money(view, run.usage.costUsd)}</span>`
  const asked = run.state === 'succeeded' ? run.mode : undefined
  // The state of the job, above, says why its run has changed nothing. What was asked for needs no explanation.
  const isSaid = run.state === 'succeeded' && run.number === job.run.number && job.archivedAt === null
  const question = questionIn(result)
  const isOwn = asked !== undefined || question !== null
  const { why, next, link } = explain(job, isSaid || isOwn ? null : run.reason)
  const title = asked === undefined ? 'Summary of the agent' : TITLES[asked]
  const reason = asked === undefined ? run.reason : null
  const code =
    reason === null ? NOTHING : html`<p class="muted small"><code>Reason code: ${reason.code}</code></p>`
  const sha = run.report?.headSha ?? null
  const commit =
    sha === null
      ? NOTHING
      : html`<p class="commit">${icon('git-commit')} <a href="${job.repository}/commit/${sha}">Commit ${sha.slice(0, 7)}</a></p>`
  return html`<footer class="run-end run-end-${tone}" id="${id}" data-into="run-${run.number}" data-swap>
<p class="run-end-head"><span class="state state-${tone}">${icon(name)}<span>${text}</span></span>${took}${cost}</p>
${drawModels(job.model, run)}${why === null ? NOTHING : html`<p>${withCode(why)}</p>`}
${question === null ? NOTHING : html`<div class="markdown">${markdown(withoutHiddenCharacters(questionText(question)))}</div>`}
${next === null && link === null ? NOTHING : html`<p>${withCode(next ?? '')}${link === null ? NOTHING : html` <a href="${link.url}">${link.text}</a>`}</p>`}
${code}${commit}${drawChecks(view, result)}${drawFiles(view, result)}${drawSummary(result, { title, said: reason?.message ?? '' })}${drawReview(job, run, result)}${drawOutput(result)}
</footer>`
}

const TITLES: Readonly<Record<Mode, string>> = { ask: 'Answer', plan: 'Plan', review: 'Review' }

function endOf({ state }: Run): { icon: string; tone: string; text: string } {
  if (state === 'succeeded') return { icon: 'check-circle', tone: 'success', text: 'Succeeded' }
  if (state === 'cancelled') return { icon: 'stop', tone: 'muted', text: 'Cancelled' }
  return { icon: 'x-circle', tone: 'danger', text: 'Failed' }
}

type Result = RunHistory['result']

function drawChecks(view: View, result: Result): Html {
  const checks = result?.checks
  if (checks === undefined) return NOTHING
  if (checks.notRun !== null)
    return html`<p>The checks did not run: ${withCode(withoutHiddenCharacters(checks.notRun))}</p>`
  const lines = checks.results.map(
    ({ name, passed, detail, seconds }) =>
      html`<li><span class="state-${passed ? 'success' : 'danger'}">${icon(passed ? 'check' : 'x')}</span> <strong>${withoutHiddenCharacters(name)}</strong> ${passed ? 'passed' : 'failed'} <span class="muted">${duration(view, seconds * 1000)}${detail === '' ? '' : ` · ${withoutHiddenCharacters(detail)}`}</span></li>`,
  )
  const { tests } = checks
  const said =
    tests === undefined ? NOTHING : html`<li>${withoutHiddenCharacters(describeEvidence(tests))}</li>`
  return html`<h3>Checks</h3><ul class="plain">${join(lines)}${said}</ul>`
}

const SHOWN_FILES = 50

function drawFiles(view: View, result: Result): Html {
  const files = result?.changedFiles
  if (files === undefined || files.total === 0) return NOTHING
  const paths = files.paths.slice(0, SHOWN_FILES)
  const more = files.total - paths.length
  return html`<details class="more"><summary>Changed files (${number(view, files.total)})</summary><ul class="plain">${join(paths.map((path) => html`<li><code>${withoutHiddenCharacters(path)}</code></li>`))}${more > 0 ? html`<li class="muted">and ${number(view, more)} more</li>` : NOTHING}</ul></details>`
}

const SHOWN_OUTPUT = 50_000

/** As text: a model wrote it. */
function drawOutput(result: Result): Html {
  if (result?.output === undefined) return NOTHING
  const text = shorten(withoutHiddenCharacters(JSON.stringify(result.output, null, 2)), SHOWN_OUTPUT)
  return html`<details class="more"><summary>Output</summary><pre tabindex="0">${text}</pre></details>`
}

/** What a review found, and where it stands. */
function drawReview({ repository }: Job, { review }: Run, result: Result): Html {
  if (review === undefined) return NOTHING
  const { pullRequest, id } = review
  const pull = `pull request #${pullRequest}`
  const link =
    id === undefined
      ? html`<p>Nothing was posted on <a href="${repository}/pull/${pullRequest}">${pull}</a>.</p>`
      : html`<p>${icon('comment')} <a href="${reviewUrl(repository, { pullRequest, id })}">Review on ${pull}</a></p>`
  const findings = result?.outcome === 'no-change' ? (result.findings ?? []) : null
  const items = (findings ?? []).map(
    ({ path, startLine, line, text, suggestion }) =>
      html`<li><p><code>${withoutHiddenCharacters(path)}:${startLine === undefined ? '' : `${startLine}-`}${line}</code></p><div class="markdown">${markdown(withoutHiddenCharacters(text))}</div>${drawSuggestion(suggestion)}</li>`,
  )
  if (findings === null) return link
  return html`${link}${items.length === 0 ? html`<p>No findings.</p>` : html`<h3>Findings</h3><ul class="plain findings">${join(items)}</ul>`}`
}

function drawSuggestion(suggestion: string | undefined): Html {
  if (suggestion === undefined) return NOTHING
  if (suggestion === '') return html`<p>Suggestion: delete this</p>`
  return html`<p>Suggestion:</p><pre tabindex="0">${withoutHiddenCharacters(suggestion)}</pre>`
}

/** `said`: of the run, elsewhere on the page. A run that changed nothing gives its summary as the reason. */
function drawSummary(
  result: Result,
  { title, said }: { readonly title: string; readonly said: string },
): Html {
  const text = result?.summary?.trim() ?? ''
  if (text === '' || said.includes(text)) return NOTHING
  return html`<details class="more" open><summary>${title}</summary><div class="markdown">${markdown(withoutHiddenCharacters(text))}</div></details>`
}
