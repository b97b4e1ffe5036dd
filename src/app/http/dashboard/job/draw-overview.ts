import { isEnded } from '../../../domain/run-state-machine.ts'
import { hasOpenPullRequest } from '../../../jobs/send-message.ts'
import { type Html, html, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import { formTo, type View } from '../frame/view.ts'
import { describeState, type StateView } from '../state/describe-state.ts'
import { stateBox, stateIcon, stateSign } from '../state/draw-state.ts'
import { drawDetails } from './draw-details.ts'
import { drawRun } from './draw-run.ts'
import type { JobPage } from './read-job-page.ts'

export const stateOf = (view: View, { job, obstacles, progress, history }: JobPage): StateView =>
  describeState(view, {
    job,
    obstacles,
    progress,
    hasFailedCheck: history.at(-1)?.result?.checks?.results.some(({ passed }) => !passed) ?? false,
  })

/** The state of a job and its actions. Drawn again whenever the job changes. */
export function drawOverview(view: View, page: JobPage): Html {
  const state = stateOf(view, page)
  return html`<div id="state" data-sign="${stateSign(state.tone)}" data-icon="${stateIcon(state.tone)}" role="status">${stateBox(view, state)}</div>
${page.canWrite ? drawActions(view, page) : NOTHING}`
}

/** The parts that an open page may lack: the current run, its new messages, its end, and new details. */
export const drawNews = (view: View, page: JobPage): Html =>
  html`<div id="news" hidden>${drawRun(view, page, [])}${drawDetails(view, page)}</div>`

export const jobPath = ({ job }: Pick<JobPage, 'job'>, rest = ''): string =>
  `/jobs/${job.project}/${job.id}${rest}`

function drawActions(view: View, page: JobPage): Html {
  const { job } = page
  const act = (verb: string, text: string, name: string, kind = ''): Html =>
    html`<form method="post" action="${formTo(view, jobPath(page, `/${verb}`))}">${idempotency()}<button class="button${kind}" id="do-${verb}">${icon(name)}${text}</button></form>`
  if (job.archivedAt !== null)
    return html`<div class="row job-actions">${act('unarchive', 'Unarchive', 'history')}</div>`
  if (!isEnded(job.run))
    return html`<div class="row job-actions">${drawStop(view, page)}${act('archive', 'Archive', 'archive')}</div>`
  const retry = job.run.state === 'succeeded' ? NOTHING : act('retry', 'Retry', 'sync', ' button-primary')
  const update = hasOpenPullRequest(job) ? act('update', 'Update branch', 'git-merge') : NOTHING
  return html`<div class="row job-actions">${retry}${update}${act('archive', 'Archive', 'archive')}</div>`
}

/** A second button confirms it, also without JavaScript. */
function drawStop(view: View, page: JobPage): Html {
  return html`<details class="menu"><summary class="button button-danger" id="do-stop">${icon('stop')}Stop</summary><div class="overlay confirm"><p><strong>Stop this run?</strong></p><p>Commits that were already pushed stay on the branch. A follow-up continues the job.</p><form method="post" action="${formTo(view, jobPath(page, '/stop'))}">${idempotency()}<button class="button button-danger">Stop the run</button></form></div></details>`
}

/** A form that is sent twice does its work once. */
export const idempotency = (): Html =>
  html`<input type="hidden" name="idempotency-key" value="${crypto.randomUUID()}">`
