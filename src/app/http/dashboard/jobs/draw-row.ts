import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { statusOf } from '../../../domain/job-view.ts'
import { clockTime, duration, money, number, when } from '../frame/formats.ts'
import { type Html, html, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import { linkTo, type View } from '../frame/view.ts'
import { describeOrigin } from '../job/describe-origin.ts'
import { pullRequestBadge } from '../job/draw-pull-request.ts'
import { describeState, type StateView } from '../state/describe-state.ts'
import { stateBadge } from '../state/draw-state.ts'
import { JOBS_WORDS } from './jobs-words.ts'
import type { JobRow } from './read-jobs-page.ts'
import { usedBy } from './row-progress.ts'

/** A job in the list: title, state, where, by whom, how long, and what it cost. */
export function drawRow(view: View, row: JobRow): Html {
  const { listed, job, project, canWrite } = row
  const words = view.say(JOBS_WORDS)
  const title = withoutHiddenCharacters(listed.title ?? words.untitled)
  const href = linkTo(view, `/jobs/${listed.projectId}/${listed.id}`)
  const box = canWrite
    ? html`<input type="checkbox" name="job" value="${listed.projectId}/${listed.id}" aria-label="${words.select(title)}">`
    : html`<input type="checkbox" disabled aria-label="${words.select(title)}">`
  const base = job?.run.base ?? job?.base ?? project.config?.base ?? project.defaultBranch
  const where = `${project.owner}/${project.name}${base === null ? '' : `@${withoutHiddenCharacters(base)}`}`
  return html`<li class="job-row">${box}<div class="job-row-main"><a class="job-title" href="${href}">${title}</a>
<p class="job-row-facts">${drawState(view, row)}<span class="muted">${where}</span>${drawWho(view, row)}</p></div>
<div class="job-row-side"><p>${job?.pullRequest == null ? NOTHING : pullRequestBadge(view, job.pullRequest)}<span>${when(view, Date.parse(listed.createdAt))}</span></p><p>${drawUsage(view, row)}</p></div></li>`
}

function drawState(view: View, { listed, job, obstacles, progress }: JobRow): Html {
  if (job === null) return html`<span class="state state-muted">${view.say(JOBS_WORDS)[listed.status]}</span>`
  const state = describeState(view, {
    job,
    obstacles,
    progress,
    hasFailedCheck: false,
  })
  const words = view.say(JOBS_WORDS)
  const clock =
    state.clock === null
      ? NOTHING
      : html` <span class="muted">${state.clock.text} ${clockTime(view, state.clock.at)}</span>`
  const { run } = job
  const again =
    run.number === 1
      ? NOTHING
      : html` <span class="muted">${words.runNumber(number(view, run.number))}</span>`
  return html`${stateBadge(ofList(view, job, state))}${clock}${again}`
}

/** A row does not know how the checks of a run ended. */
const ofList = (view: View, job: NonNullable<JobRow['job']>, state: StateView): StateView =>
  statusOf(job) === 'completed' && job.run.report?.pullRequest != null
    ? { ...state, words: view.say(JOBS_WORDS).published }
    : state

function drawWho(view: View, { job }: JobRow): Html {
  if (job === null) return NOTHING
  const { icon: name, who, how } = describeOrigin(view, job.origin, job.repository)
  return html`<span class="muted">${icon(name)} ${withoutHiddenCharacters(who)} ${how}</span>`
}

function drawUsage(view: View, { job, earlier, progress }: JobRow): Html {
  if (job === null) return NOTHING
  const words = view.say(JOBS_WORDS)
  const { claimedAt, endedAt } = job.run
  const took =
    claimedAt === null
      ? NOTHING
      : html`<span title="${words.took}">${icon('stopwatch')} ${duration(view, (endedAt ?? view.now) - claimedAt)}</span>`
  const used = usedBy(job, earlier, progress.used)
  if (used === null) return took
  const cost = used.costUsd === null ? '' : `, ${money(view, used.costUsd)}`
  return html`${took}<span title="${words.usage}">${words.tokens(number(view, used.tokens))}${cost}</span>`
}
