import type { BatchJob, BatchView } from '../../../../contract/batch.ts'
import { number } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { View } from '../frame/view.ts'
import type { Tone } from '../state/describe-state.ts'
import { BATCH_WORDS } from './batch-words.ts'

const SIGNS = {
  planning: ['active', 'sync'],
  pending: ['muted', 'clock'],
  running: ['active', 'sync'],
  active: ['active', 'sync'],
  waiting: ['waiting', 'clock'],
  completed: ['success', 'check-circle'],
  failed: ['danger', 'x-circle'],
  cancelled: ['muted', 'stop'],
} as const

type Status = BatchView['status'] | BatchJob['status']

export const toneOf = (status: Status): Tone => SIGNS[status][0]

/** As icon and word, never as colour alone. */
export function statusBadge(view: View, status: Status): Html {
  const [tone, sign] = SIGNS[status]
  return html`<span class="state state-${tone}">${icon(sign)}${view.say(BATCH_WORDS)[status]}</span>`
}

/** Of its jobs, how many are how far: as a bar and in words. */
export function jobCounts(view: View, { jobs }: Pick<BatchView, 'jobs'>): Html {
  const { completed, total, failed, active, pending } = jobs
  const words = view.say(BATCH_WORDS)
  const others = [
    { n: failed, text: words.countFailed },
    { n: active, text: words.countActive },
    { n: pending, text: words.countPending },
  ].flatMap(({ n, text }) => (n === 0 ? [] : [text(number(view, n))]))
  const text = [words.countCompleted(number(view, completed), number(view, total)), ...others].join(', ')
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

export const creatorOf = (view: View, { createdBy }: Pick<BatchView, 'createdBy'>): string => {
  const words = view.say(BATCH_WORDS)
  return createdBy.kind === 'person' ? words.byPerson(createdBy.name) : words.by(createdBy.name)
}
