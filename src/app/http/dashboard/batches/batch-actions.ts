import { isEnded } from '../../../batches/batch-record.ts'
import type { ControlRefusal, ShownBatch } from '../../../batches/batch-view.ts'
import { money, number } from '../frame/formats.ts'
import { type Html, html, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import { formTo, type View } from '../frame/view.ts'

export type BatchVerb = 'continue' | 'cancel' | 'retry'

const form = (view: View, { view: { id } }: ShownBatch, verb: BatchVerb, content: Html): Html =>
  html`<form method="post" action="${formTo(view, `/batches/${id}/${verb}`)}">${content}</form>`

/** The buttons beside the heading. */
export function drawActions(view: View, shown: ShownBatch): Html {
  return html`${drawRetry(view, shown)}${drawCancel(view, shown)}`
}

/** Only while the batch creates no jobs: the server refuses a retry at other times. */
function drawRetry(view: View, shown: ShownBatch): Html {
  const { status, jobs } = shown.view
  if (!['waiting', 'completed', 'failed'].includes(status) || jobs.total === 0) return NOTHING
  // A batch that failed also continues with those that it has not created.
  if (jobs.failed === 0 && status !== 'failed') return NOTHING
  const text =
    jobs.failed === 0
      ? 'Resume'
      : jobs.failed === 1
        ? 'Retry 1 failed job'
        : `Retry ${number(view, jobs.failed)} failed jobs`
  return form(view, shown, 'retry', html`<button class="button">${icon('sync')}${text}</button>`)
}

/** A second button confirms it, also without JavaScript. */
function drawCancel(view: View, shown: ShownBatch): Html {
  const { status, jobs } = shown.view
  if (isEnded({ status })) return NOTHING
  const confirm = form(
    view,
    shown,
    'cancel',
    html`<button class="button button-danger">Cancel the batch</button>`,
  )
  return html`<details class="menu"><summary class="button button-danger">${icon('stop')}Cancel</summary><div class="overlay overlay-end confirm"><p><strong>Cancel this batch?</strong></p><p>${`It creates no more jobs${jobs.active === 0 ? '' : jobs.active === 1 ? ', and its active job is cancelled' : `, and its ${number(view, jobs.active)} active jobs are cancelled`}. Open pull requests stay.`}</p>${confirm}</div></details>`
}

/** What a batch that waits needs from a person; above everything else. */
export function drawWaiting(
  view: View,
  shown: ShownBatch,
  {
    canWrite,
    typed,
    problem,
  }: { readonly canWrite: boolean; readonly typed: string; readonly problem: string | null },
): Html {
  if (shown.waitsFor === null) return NOTHING
  const { jobs, limitUsd, costUsd, waitId } = shown.view
  const isPilot = shown.waitsFor === 'confirmation'
  const text = isPilot
    ? jobs.pending === 1
      ? 'Look at its pull requests below. Then continue with the job that is left, or cancel the batch.'
      : `Look at its pull requests below. Then continue with the ${number(view, jobs.pending)} jobs that are left, or cancel the batch.`
    : `The jobs have cost ${money(view, costUsd)} of ${money(view, limitUsd ?? costUsd)}, which leaves too little for a further run. Raise the limit, or cancel the batch.`
  const button = html`<button class="button button-primary">${icon('play')}${isPilot ? 'Continue' : 'Raise the limit and continue'}</button>`
  const wrong =
    problem === null
      ? NOTHING
      : html`<p class="field-error" id="limit-error" role="alert">${icon('alert')}${problem}</p>`
  const field = html`<div class="field"><label for="limit">New limit in US dollars</label><input type="text" inputmode="decimal" id="limit" name="limitUsd" value="${typed}" required maxlength="12" autocomplete="off"${problem === null ? NOTHING : html` aria-invalid="true" aria-describedby="limit-error" autofocus`}>${wrong}</div>`
  const read = html`<input type="hidden" name="waitId" value="${waitId}">`
  const way = canWrite
    ? form(view, shown, 'continue', html`${read}${isPilot ? NOTHING : field}${button}`)
    : html`<p class="muted flush">This needs write access to all repositories of the batch.</p>`
  return html`<section class="box waiting-batch"><div class="box-header"><h2 class="box-title">${isPilot ? 'The pilot has ended' : 'The limit is reached'}</h2></div><div class="box-body"><p class="flush">${text}</p>${way}</div></section>`
}

/** Why nothing was done. */
export function refusalText(code: ControlRefusal): string {
  switch (code) {
    case 'ended':
      return 'The batch has ended already.'
    case 'changed':
      return 'Nothing was done: the batch has changed since the page was loaded. Look at it again.'
    case 'limit-reached':
      return 'The limit is reached. Enter a higher one.'
    case 'cancelled':
      return 'The batch was cancelled. Start a new one.'
    case 'no-jobs':
      return 'The batch has no jobs. Start a new one.'
    case 'none-failed':
      return 'No job of the batch has failed.'
  }
}
