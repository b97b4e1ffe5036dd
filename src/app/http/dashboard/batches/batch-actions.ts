import { isEnded } from '../../../batches/batch-record.ts'
import type { ControlRefusal, ShownBatch } from '../../../batches/batch-view.ts'
import { money, number } from '../frame/formats.ts'
import { type Html, html, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import { formTo, type View } from '../frame/view.ts'
import { BATCH_WORDS } from './batch-words.ts'

export type BatchVerb = 'continue' | 'cancel' | 'retry'

const form = (view: View, { view: { id } }: ShownBatch, verb: BatchVerb, content: Html): Html =>
  html`<form method="post" action="${formTo(view, `/batches/${id}/${verb}`)}">${content}</form>`

/** The buttons beside the heading. */
export function drawActions(view: View, shown: ShownBatch): Html {
  return html`${drawRetry(view, shown)}${drawCancel(view, shown)}`
}

/** Only while the batch creates no jobs: the server refuses a retry at other times. */
function drawRetry(view: View, shown: ShownBatch): Html {
  const words = view.say(BATCH_WORDS)
  const { status, jobs } = shown.view
  if (!['waiting', 'completed', 'failed'].includes(status) || jobs.total === 0) return NOTHING
  // A batch that failed also continues with those that it has not created.
  if (jobs.failed === 0 && status !== 'failed') return NOTHING
  const text = jobs.failed === 0 ? words.resume : words.retryFailed(jobs.failed, number(view, jobs.failed))
  return form(view, shown, 'retry', html`<button class="button">${icon('sync')}${text}</button>`)
}

/** A second button confirms it, also without JavaScript. */
function drawCancel(view: View, shown: ShownBatch): Html {
  const words = view.say(BATCH_WORDS)
  const { status, jobs } = shown.view
  if (isEnded({ status })) return NOTHING
  const confirm = form(
    view,
    shown,
    'cancel',
    html`<button class="button button-danger">${words.cancelConfirm}</button>`,
  )
  return html`<details class="menu"><summary class="button button-danger">${icon('stop')}${words.cancel}</summary><div class="overlay overlay-end confirm"><p><strong>${words.cancelTitle}</strong></p><p>${words.cancelText(jobs.active, number(view, jobs.active))}</p>${confirm}</div></details>`
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
  const words = view.say(BATCH_WORDS)
  const { jobs, limitUsd, costUsd, waitId } = shown.view
  const isPilot = shown.waitsFor === 'confirmation'
  const text = isPilot
    ? words.pilotText(jobs.pending, number(view, jobs.pending))
    : words.limitText(money(view, costUsd), money(view, limitUsd ?? costUsd))
  const button = html`<button class="button button-primary">${icon('play')}${isPilot ? words.continue : words.continueWithLimit}</button>`
  const wrong =
    problem === null
      ? NOTHING
      : html`<p class="field-error" id="limit-error" role="alert">${icon('alert')}${problem}</p>`
  const field = html`<div class="field"><label for="limit">${words.newLimit}</label><input type="text" inputmode="decimal" id="limit" name="limitUsd" value="${typed}" required maxlength="12" autocomplete="off"${problem === null ? NOTHING : html` aria-invalid="true" aria-describedby="limit-error" autofocus`}>${wrong}</div>`
  const read = html`<input type="hidden" name="waitId" value="${waitId}">`
  const way = canWrite
    ? form(view, shown, 'continue', html`${read}${isPilot ? NOTHING : field}${button}`)
    : html`<p class="muted flush">${words.needsWrite}</p>`
  return html`<section class="box waiting-batch"><div class="box-header"><h2 class="box-title">${isPilot ? words.pilotTitle : words.limitTitle}</h2></div><div class="box-body"><p class="flush">${text}</p>${way}</div></section>`
}

/** Why nothing was done. */
export function refusalText(view: View, code: ControlRefusal): string {
  const words = view.say(BATCH_WORDS)
  switch (code) {
    case 'ended':
      return words.hasEnded
    case 'changed':
      return words.waitsForOther
    case 'limit-reached':
      return words.higherLimit
    case 'cancelled':
      return words.wasCancelledBefore
    case 'no-jobs':
      return words.hasNoJobs
    case 'none-failed':
      return words.noneFailed
  }
}
