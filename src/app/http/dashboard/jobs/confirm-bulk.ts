import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { number } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { idempotency } from '../job/draw-overview.ts'
import type { BulkAction, BulkJob } from './change-jobs.ts'
import { JOBS_WORDS } from './jobs-words.ts'

const ASKS = { stop: 'askStop', retry: 'askRetry', archive: 'askArchive' } as const
const DOES = { stop: 'doStop', retry: 'doRetry', archive: 'doArchive' } as const
const HINTS = { stop: 'stopHint', retry: 'retryHint', archive: 'archiveHint' } as const

export interface ConfirmBulk {
  readonly action: BulkAction
  readonly jobs: readonly BulkJob[]
  /** More jobs match the filter. */
  readonly hasMore: boolean
  /** The fields of the filter, to return to it. */
  readonly filter: readonly Html[]
  readonly back: string
}

/** Names the jobs that an action on a filter would change. The form changes these, whatever else has happened since. */
export function confirmPage(view: View, { action, jobs, hasMore, filter, back }: ConfirmBulk): PageContent {
  const words = view.say(JOBS_WORDS)
  const count = number(view, jobs.length)
  const rows = jobs.map(
    ({ project, job, title }) =>
      html`<li class="box-row"><input type="hidden" name="job" value="${project}/${job}"><a href="${linkTo(view, `/jobs/${project}/${job}`)}">${withoutHiddenCharacters(title ?? words.untitled)}</a></li>`,
  )
  const title = words[ASKS[action]](jobs.length, count)
  return {
    title,
    nav: 'jobs',
    body: html`<form method="post" action="${formTo(view, '/jobs/bulk')}">${idempotency()}${join(filter)}<input type="hidden" name="action" value="${action}">
<p class="lead">${words[HINTS[action]]}${hasMore ? html` ${words.onlyNewest(count)}` : NOTHING}</p>
<p class="row"><button class="button ${action === 'retry' ? 'button-primary' : 'button-danger'}">${words[DOES[action]](jobs.length, count)}</button><a class="button" href="${back}">${icon('arrow-left')}${words.backToList}</a></p>
<ul class="box box-list">${join(rows)}</ul></form>`,
  }
}
