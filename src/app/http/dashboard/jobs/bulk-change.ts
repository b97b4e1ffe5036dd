import type { Context, Hono } from 'hono'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import type { Actor } from '../../../audit/actor.ts'
import type { Job } from '../../../domain/job.ts'
import { statusOf } from '../../../domain/job-view.ts'
import type { PersonOrigin } from '../../../domain/origin.ts'
import { isEnded } from '../../../domain/run.ts'
import type { JobKey } from '../../../domain/run-id.ts'
import type { RequestKey } from '../../../job-store/idempotency.ts'
import { findJob, isJobId } from '../../../job-store/job-record.ts'
import { archiveJob } from '../../../jobs/archive-job.ts'
import { cancelJob } from '../../../jobs/cancel-job.ts'
import { loadJobs } from '../../../jobs/list-jobs.ts'
import { type RetryJobOutcome, retryJob } from '../../../jobs/retry-job.ts'
import type { Project } from '../../../projects/project.ts'
import { includesRight } from '../../../sessions/access.ts'
import { type FormLimits, formKey, idempotency, REPEATABLE, readForm } from '../frame/form.ts'
import { number } from '../frame/formats.ts'
import { confirmProjects, requireAccount } from '../frame/guard.ts'
import { type Html, html, icon, join, NOTHING } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import type { PageDeps } from '../frame/page-module.ts'
import { PageError, redirectWithFlash, render, UNREADABLE_FORM } from '../frame/respond.ts'
import { actorIn, type DashboardEnv, formTo, linkTo, signedInView, type View } from '../frame/view.ts'
import { describeRefusal, originOf } from '../job/request-work.ts'
import { FILTER_FORM, filterQuery, type JobFilterChoice, projectOf, readFilter } from './job-filter.ts'
import { filterFields } from './jobs-page.ts'
import { readableProjects, readJobRows } from './read-jobs.ts'

type BulkAction = 'stop' | 'retry' | 'archive'

const BULK_ACTIONS: readonly BulkAction[] = ['stop', 'retry', 'archive']

/** One of several jobs. */
interface BulkJob {
  readonly project: string
  readonly job: string
  readonly title: string | null
}

/** The result for one of several jobs. */
type BulkOutcome =
  | { readonly kind: 'done' | 'absent' | 'has-ended' | 'is-archived' | 'no-access' }
  | { readonly kind: 'refused'; readonly outcome: Exclude<RetryJobOutcome, { kind: 'accepted' }> }

/** Maximum number of jobs that one form changes, so that a request takes at most a second. */
const MOST = 100
/** The fields of the form, and of the page that confirms it. */
const BULK_FORM: FormLimits = {
  ...REPEATABLE,
  ...FILTER_FORM,
  action: { length: 20 },
  all: { length: 1 },
  job: { length: 60, times: MOST },
}
/** Pages that are read to find them. */
const MOST_PAGES = 20

/** Changes the selected jobs. For all that match a filter, it first names them, and asks. */
export function bulkForm(app: Hono<DashboardEnv>, deps: PageDeps): void {
  app.post('/jobs/bulk', async (c) => {
    const account = requireAccount(c)
    const form = await readForm(c, BULK_FORM)
    const view = signedInView(c)
    const action = BULK_ACTIONS.find((known) => known === form.get('action'))
    if (action === undefined) throw new PageError(400, UNREADABLE_FORM)
    const choice = readFilter((name) => form.get(name), projectOf(view.viewer.access, account.id))
    const isAll = form.get('all') === '1'
    const chosen = isAll
      ? await allOf(deps, c, account.id, choice, action)
      : { jobs: selectedIn(form), hasMore: false }
    if (chosen.jobs.length === 0) {
      const text = isAll
        ? 'This action applies to none of the jobs that match the filter.'
        : 'Nothing was selected, so nothing was done.'
      return redirectWithFlash(deps, c, `/jobs${filterQuery(choice)}`, { tone: 'danger', text })
    }
    const back = linkTo(view, `/jobs${filterQuery(choice)}`)
    if (isAll)
      return render(deps, c, confirmPage(view, { action, ...chosen, filter: filterFields(choice), back }))
    const report = await changeAll(deps, c, form, action, chosen.jobs)
    return render(deps, c, reportPage(view, { action, report, back }))
  })
}

function selectedIn(form: URLSearchParams): BulkJob[] {
  return [...new Set(form.getAll('job'))].flatMap((one) => {
    const [project = '', job = ''] = one.split('/')
    return isJobId(job) ? [{ project, job, title: null }] : []
  })
}

/** Up to 100 jobs that the filter shows and that the action would change. */
async function allOf(
  deps: PageDeps,
  c: Context<DashboardEnv>,
  accountId: number,
  choice: JobFilterChoice,
  action: BulkAction,
): Promise<{ readonly jobs: readonly BulkJob[]; readonly hasMore: boolean }> {
  const { access } = signedInView(c).viewer
  const jobs: BulkJob[] = []
  let after: string | null = null
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const found = await readJobRows(deps, { access, accountId }, choice, { limit: MOST, after })
    for (const { job, canWrite } of found.rows) {
      if (job === null || !canWrite || !isChangedBy(action, job)) continue
      if (jobs.length === MOST) return { jobs, hasMore: true }
      jobs.push({ project: job.project, job: job.id, title: job.title })
    }
    after = found.next
    if (after === null) return { jobs, hasMore: false }
  }
  return { jobs, hasMore: true }
}

interface Line extends BulkJob {
  readonly outcome: BulkOutcome
}

async function changeAll(
  deps: PageDeps,
  c: Context<DashboardEnv>,
  form: URLSearchParams,
  action: BulkAction,
  chosen: readonly BulkJob[],
): Promise<Line[]> {
  const ids = chosen.map(({ project }) => project)
  const view = await confirmProjects(deps, c, ids, null)
  const seen = readableProjects(deps, view.viewer.access)
  const loaded = await loadJobs(
    deps.store,
    chosen.map(({ project, job }) => ({ project, job })),
  )
  const report: Line[] = []
  for (const [at, one] of chosen.entries()) {
    const found = await seen(one.project)
    const key = { project: one.project, job: one.job }
    const outcome: BulkOutcome =
      found === null
        ? { kind: 'absent' }
        : !includesRight(found.right, 'write')
          ? { kind: 'no-access' }
          : await changeJob(deps, {
              ...{ action, key, project: found.project, by: actorIn(view), origin: originOf(view) },
              idempotencyKey: formKey(
                c,
                form,
                one.project,
                `bulk ${action} ${one.job}`,
                new URLSearchParams(),
              ),
            })
    report.push({ ...one, title: found === null ? null : (loaded[at]?.title ?? null), outcome })
  }
  return report
}

const DONE = { stop: 'Stopped', retry: 'Retried', archive: 'Archived' } as const

function describe(view: View, action: BulkAction, outcome: BulkOutcome): string {
  switch (outcome.kind) {
    case 'done':
      return DONE[action]
    case 'absent':
      return 'There is no such job.'
    case 'has-ended':
      return 'Its run has ended already.'
    case 'is-archived':
      return 'It is archived already.'
    case 'no-access':
      return 'This needs write access to its repository.'
    case 'refused':
      return describeRefusal(view, outcome.outcome)
  }
}

function reportPage(
  view: View,
  { action, report, back }: { action: BulkAction; report: readonly Line[]; back: string },
): PageContent {
  const done = report.filter(({ outcome }) => outcome.kind === 'done').length
  const rows = report.map(({ project, job, title, outcome }) => {
    const isDone = outcome.kind === 'done'
    const name: Html | string = title === null ? html`<code>${job}</code>` : withoutHiddenCharacters(title)
    const link =
      outcome.kind === 'absent'
        ? html`<code>${job}</code>`
        : html`<a href="${linkTo(view, `/jobs/${project}/${job}`)}">${name}</a>`
    return html`<li class="box-row"><span class="state state-${isDone ? 'success' : 'danger'}">${icon(isDone ? 'check' : 'x')}</span>${link}<span class="end muted">${describe(view, action, outcome)}</span></li>`
  })
  return {
    title: 'Result',
    nav: 'jobs',
    body: html`<p class="lead">${number(view, done)} done${done < report.length ? html`, ${number(view, report.length - done)} not done` : NOTHING}</p>
<ul class="box box-list">${join(rows)}</ul><p><a class="button" href="${back}">${icon('arrow-left')}Back to the jobs</a></p>`,
  }
}

const VERBS = { stop: 'Stop', retry: 'Retry', archive: 'Archive' } as const

const HINTS = {
  stop: 'Their runs are cancelled. Pushed commits and open pull requests stay.',
  retry: 'Each retry is a new run, which costs money and counts against the limits of its project.',
  archive: 'Active runs are cancelled. Archived jobs can be unarchived on their pages.',
} as const

interface ConfirmBulk {
  readonly action: BulkAction
  readonly jobs: readonly BulkJob[]
  /** More jobs match the filter. */
  readonly hasMore: boolean
  /** The fields of the filter, to return to it. */
  readonly filter: readonly Html[]
  readonly back: string
}

/** Names the jobs that an action on a filter would change. The form changes these, whatever else has happened since. */
function confirmPage(view: View, { action, jobs, hasMore, filter, back }: ConfirmBulk): PageContent {
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

/** Whether an action would change the job. Pure. */
function isChangedBy(action: BulkAction, job: Job): boolean {
  switch (action) {
    case 'stop':
      return job.archivedAt === null && !isEnded(job.run)
    case 'retry':
      return statusOf(job) === 'failed'
    case 'archive':
      return job.archivedAt === null
  }
}

interface BulkRequest {
  readonly action: BulkAction
  readonly project: Project
  readonly key: JobKey
  readonly by: Actor
  readonly origin: PersonOrigin
  /** For a retry, which starts work. */
  readonly idempotencyKey: RequestKey
}

/** Performs an action of the job page on one job. */
async function changeJob(
  deps: PageDeps,
  { action, project, key, by, origin, idempotencyKey }: BulkRequest,
): Promise<BulkOutcome> {
  const job = await findJob(deps.store, key)
  if (job === null) return { kind: 'absent' }
  switch (action) {
    case 'stop':
      if (isEnded(job.run)) return { kind: 'has-ended' }
      return (await cancelJob(deps, key, by))?.run.state === 'cancelled'
        ? { kind: 'done' }
        : { kind: 'has-ended' }
    case 'archive':
      if (job.archivedAt !== null) return { kind: 'is-archived' }
      await archiveJob(deps, key, by)
      return { kind: 'done' }
    case 'retry': {
      const outcome = await retryJob(deps, { project, origin, idempotencyKey, job: key.job })
      return outcome.kind === 'accepted' ? { kind: 'done' } : { kind: 'refused', outcome }
    }
  }
}
