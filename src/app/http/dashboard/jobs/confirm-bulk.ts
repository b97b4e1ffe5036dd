import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import { number } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { idempotency } from '../job/draw-overview.ts'
import type { BulkAction, BulkJob } from './change-jobs.ts'

const VERBS = { stop: 'Stop', retry: 'Retry', archive: 'Archive' } as const

const HINTS = {
  stop: 'Their runs are cancelled. Pushed commits and open pull requests stay.',
  retry: 'Each retry is a new run, which costs money and counts against the limits of its project.',
  archive: 'Active runs are cancelled. Archived jobs can be unarchived on their pages.',
} as const

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
  const count = number(view, jobs.length)
  const rows = jobs.map(
    ({ project, job, title }) =>
      html`<li class="box-row"><input type="hidden" name="job" value="${project}/${job}"><a href="${linkTo(view, `/jobs/${project}/${job}`)}">${withoutHiddenCharacters(title ?? 'Job whose prompt was deleted')}</a></li>`,
  )
  const does = `${VERBS[action]} ${jobs.length === 1 ? '1 job' : `${count} jobs`}`
  return {
    title: `${does}?`,
    nav: 'jobs',
    body: html`<form method="post" action="${formTo(view, '/jobs/bulk')}">${idempotency()}${join(filter)}<input type="hidden" name="action" value="${action}">
<p class="lead">${HINTS[action]}${hasMore ? html` More jobs match the filter: these are the newest ${count}.` : NOTHING}</p>
<p class="row"><button class="button ${action === 'retry' ? 'button-primary' : 'button-danger'}">${does}</button><a class="button" href="${back}">${icon('arrow-left')}Back to the jobs</a></p>
<ul class="box box-list">${join(rows)}</ul></form>`,
  }
}
