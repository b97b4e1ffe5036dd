import type { BatchJob, BatchView } from '../../../../contract/batches/batch.ts'
import { number } from '../frame/formats.ts'
import { type Html, html } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { View } from '../frame/view.ts'
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

/** As icon and word, never as colour alone. */
export function statusBadge(view: View, status: BatchView['status'] | BatchJob['status']): Html {
  const [tone, sign] = SIGNS[status]
  return html`<span class="state state-${tone}">${icon(sign)}${view.say(BATCH_WORDS)[status]}</span>`
}

/** Of its jobs, how many are how far. */
export function jobCounts(view: View, { jobs }: Pick<BatchView, 'jobs'>): string {
  const { completed, total, failed, active, pending } = jobs
  const count = (value: number): string => number(view, value)
  return view
    .say(BATCH_WORDS)
    .counts(count(completed), count(total), count(failed), count(active), count(pending))
}

export const creatorOf = (view: View, { createdBy }: Pick<BatchView, 'createdBy'>): string => {
  const words = view.say(BATCH_WORDS)
  return createdBy.kind === 'person' ? words.byPerson(createdBy.name) : words.by(createdBy.name)
}
