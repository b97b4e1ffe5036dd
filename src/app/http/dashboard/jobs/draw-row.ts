import type { JobStatus } from '../../../../contract/job.ts'
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
import type { JobRow } from './read-jobs-page.ts'
import { usedBy } from './row-progress.ts'

/** A job in the list: title, state, where, by whom, how long, and what it cost. */
export function drawRow(view: View, row: JobRow): Html {
  const { listed, job, project, canWrite } = row
  const title = withoutHiddenCharacters(listed.title ?? 'Job whose prompt was deleted')
  const href = linkTo(view, `/jobs/${listed.projectId}/${listed.id}`)
  const box = canWrite
    ? html`<input type="checkbox" name="job" value="${listed.projectId}/${listed.id}" aria-label="Select ${title}">`
    : html`<input type="checkbox" disabled aria-label="Select ${title}">`
  const base = job?.run.base ?? job?.base ?? project.config?.base ?? project.defaultBranch
  const where = `${project.owner}/${project.name}${base === null ? '' : `@${withoutHiddenCharacters(base)}`}`
  return html`<li class="job-row">${box}<div class="job-row-main"><a class="job-title" href="${href}">${title}</a>
<p class="job-row-facts">${drawState(view, row)}<span class="muted">${where}</span>${drawWho(row)}</p></div>
<div class="job-row-side"><p>${job?.pullRequest == null ? NOTHING : pullRequestBadge(job.pullRequest)}<span>${when(view, Date.parse(listed.createdAt))}</span></p><p>${drawUsage(view, row)}</p></div></li>`
}

export const STATUS_NAMES: Readonly<Record<JobStatus, string>> = {
  active: 'Active',
  completed: 'Completed',
  failed: 'Failed',
  archived: 'Archived',
}

function drawState(view: View, { listed, job, obstacles, progress }: JobRow): Html {
  if (job === null) return html`<span class="state state-muted">${STATUS_NAMES[listed.status]}</span>`
  const state = describeState(view, {
    job,
    obstacles,
    progress,
    hasFailedCheck: false,
  })
  const clock =
    state.clock === null
      ? NOTHING
      : html` <span class="muted">${state.clock.text} ${clockTime(view, state.clock.at)}</span>`
  const { run } = job
  const again = run.number === 1 ? NOTHING : html` <span class="muted">run ${number(view, run.number)}</span>`
  return html`${stateBadge(ofList(job, state))}${clock}${again}`
}

/** A row does not know how the checks of a run ended. */
const ofList = (job: NonNullable<JobRow['job']>, state: StateView): StateView =>
  statusOf(job) === 'completed' && job.run.report?.pullRequest != null
    ? { ...state, words: 'Pull request published' }
    : state

function drawWho({ job }: JobRow): Html {
  if (job === null) return NOTHING
  const { icon: name, who, how } = describeOrigin(job.origin, job.repository)
  return html`<span class="muted">${icon(name)} ${withoutHiddenCharacters(who)} ${how}</span>`
}

function drawUsage(view: View, { job, earlier, progress }: JobRow): Html {
  if (job === null) return NOTHING
  const { claimedAt, endedAt } = job.run
  const took =
    claimedAt === null
      ? NOTHING
      : html`<span title="Duration of the last run">${icon('stopwatch')} ${duration(view, (endedAt ?? view.now) - claimedAt)}</span>`
  const used = usedBy(job, earlier, progress.used)
  if (used === null) return took
  const cost = used.costUsd === null ? '' : `, ${money(view, used.costUsd)}`
  return html`${took}<span title="Tokens and cost of all runs">${number(view, used.tokens)} tokens${cost}</span>`
}
