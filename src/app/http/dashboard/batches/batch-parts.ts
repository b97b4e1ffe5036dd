import type { BatchJob, BatchView } from '../../../../contract/batch.ts'
import { number } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { View } from '../frame/view.ts'
import type { Tone } from '../state/describe-state.ts'

const SIGNS = {
  planning: ['active', 'sync', 'Listing the files'],
  pending: ['muted', 'clock', 'Not created yet'],
  running: ['active', 'sync', 'Running'],
  active: ['active', 'sync', 'Active'],
  waiting: ['waiting', 'clock', 'Waiting for you'],
  completed: ['success', 'check-circle', 'Completed'],
  failed: ['danger', 'x-circle', 'Failed'],
  cancelled: ['muted', 'stop', 'Cancelled'],
} as const

type Status = BatchView['status'] | BatchJob['status']

export const toneOf = (status: Status): Tone => SIGNS[status][0]

/** As icon and word, never as colour alone. */
export function statusBadge(status: Status): Html {
  const [tone, sign, text] = SIGNS[status]
  return html`<span class="state state-${tone}">${icon(sign)}${text}</span>`
}

/** Of its jobs, how many are how far: as a bar and in words. */
export function jobCounts(view: View, { jobs }: Pick<BatchView, 'jobs'>): Html {
  const { completed, total, failed, active, pending } = jobs
  const others = [
    { n: failed, text: 'failed' },
    { n: active, text: 'active' },
    { n: pending, text: 'not created yet' },
  ].flatMap(({ n, text }) => (n === 0 ? [] : [`${number(view, n)} ${text}`]))
  const text = [`${number(view, completed)} of ${number(view, total)} completed`, ...others].join(', ')
  return html`${total === 0 ? NOTHING : progressBar(jobs)}<div>${text}</div>`
}

/** The words beside it say the same. The rest of the track stands for jobs that are not created yet. */
function progressBar({ completed, failed, active, total }: BatchView['jobs']): Html {
  const parts = [
    { kind: 'completed', from: 0, n: completed },
    { kind: 'failed', from: completed, n: failed },
    { kind: 'active', from: completed + failed, n: active },
  ].flatMap(({ kind, from, n }) =>
    n === 0 ? [] : [html`<rect class="progress-${kind}" x="${from}" width="${n}" height="1"></rect>`],
  )
  return html`<svg class="progress" aria-hidden="true" viewBox="0 0 ${total} 1" preserveAspectRatio="none"><rect class="progress-track" width="${total}" height="1"></rect>${join(parts)}</svg>`
}

export const creatorOf = ({ createdBy }: Pick<BatchView, 'createdBy'>): string =>
  createdBy.kind === 'person' ? `by @${createdBy.name}` : `by API key ${createdBy.name}`
