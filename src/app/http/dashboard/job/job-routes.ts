import type { Context, Hono } from 'hono'
import { describeFallback, describeRetry } from '../../../../contract/describe-run.ts'
import type { AgentEvent } from '../../../../contract/events.ts'
import type { Job } from '../../../domain/job.ts'
import { isEnded } from '../../../domain/run.ts'
import type { JobKey } from '../../../domain/run-id.ts'
import { findJob, isJobId } from '../../../job-store/job-record.ts'
import { readMessages } from '../../../job-store/messages.ts'
import { type KeptEvent, listRunEvents } from '../../../job-store/read-progress.ts'
import { readHistory } from '../../../job-store/run-history.ts'
import { archiveJob, unarchiveJob } from '../../../jobs/archive-job.ts'
import { cancelJob } from '../../../jobs/cancel-job.ts'
import { isNoChoice, readOpenQuestion } from '../../../jobs/read-question.ts'
import { retryJob } from '../../../jobs/retry-job.ts'
import { sendMessage, updateBranch } from '../../../jobs/send-message.ts'
import type { Project } from '../../../projects/project.ts'
import { includesRight, rightIn } from '../../../sessions/access.ts'
import { type FormLimits, formKey, PROMPT_FIELD, REPEATABLE, readForm } from '../frame/form.ts'
import { requireProject } from '../frame/guard.ts'
import { html } from '../frame/html.ts'
import type { PageDeps, PageModule } from '../frame/page-module.ts'
import { isPart, PageError, redirectWithFlash, render, renderPart } from '../frame/respond.ts'
import { actorIn, type DashboardEnv, signedInView, viewOf } from '../frame/view.ts'
import { drawNews, drawOverview, jobPageContent, type RefusedFollowUp, timelinePage } from './job-page.ts'
import { drawDiffTab, drawUsageTab, fileOf } from './job-tabs.ts'
import { type JobDiff, type JobPage, readDiff, readJobPage } from './read-job.ts'
import {
  describeRefusal,
  MODE_FIELD,
  modeIn,
  originOf,
  promptIn,
  whatIsWrongWithPrompt,
} from './request-work.ts'
import { streamJob } from './stream-job.ts'

type Ctx = Context<DashboardEnv>

const file = (path: string): URL => new URL(path, import.meta.url)

/** The page of a job, and what it loads. */
export const jobPages: PageModule = {
  routes(app, deps) {
    pages(app, deps)
    downloads(app, deps)
    jobForms(app, deps)
    app.get('/jobs/:project/:id/events', async (c) => {
      const { project, job } = await readable(deps, c)
      return streamJob(deps, c, { project: project.id, job: job.id })
    })
  },
  styles: [
    'styles/state.css',
    'styles/details.css',
    'styles/job.css',
    'styles/timeline.css',
    'styles/diff.css',
  ].map(file),
  scripts: [file('browser/job.js'), file('browser/request-again.js')],
}

function pages(app: Hono<DashboardEnv>, deps: PageDeps): void {
  app.get('/jobs/:project/:id', async (c) => {
    const page = await jobPage(deps, c, numberIn(c, 'run'))
    return render(deps, c, timelinePage(viewOf(c), page))
  })

  app.get('/jobs/:project/:id/overview', async (c) => {
    const page = await jobPage(deps, c, null)
    const view = viewOf(c)
    return renderPart(c, html`${drawOverview(view, page)}${drawNews(view, page)}`)
  })

  app.get('/jobs/:project/:id/diff', async (c) => {
    const page = await jobPage(deps, c, null)
    const diff = await diffOf(deps, c, page)
    const view = viewOf(c)
    const only = numberIn(c, 'file')
    if (isPart(c) && only !== null && 'patch' in diff)
      return renderPart(c, await fileOf(view, diff.patch, only))
    return render(deps, c, jobPageContent(view, page, 'diff', await drawDiffTab(view, page, diff, only)))
  })

  app.get('/jobs/:project/:id/usage', async (c) => {
    const page = await jobPage(deps, c, null)
    const history = await readHistory(deps.store, page.job)
    return render(deps, c, jobPageContent(viewOf(c), page, 'usage', drawUsageTab(viewOf(c), history)))
  })
}

/** `null`: the parameter is absent or no number. */
function numberIn(c: Ctx, name: string): number | null {
  const given = c.req.query(name) ?? ''
  return /^[1-9]\d{0,5}$/.test(given) ? Number(given) : null
}

/** The job, if the person may see its repository. */
async function readable(deps: PageDeps, c: Ctx): Promise<{ readonly project: Project; readonly job: Job }> {
  const project = await requireProject(deps, c, c.req.param('project') ?? '', 'read')
  const job = await findJob(deps.store, jobKeyOf(c, project))
  if (job === null) throw noSuchJob()
  return { project, job }
}

/** Its page. `run`: number of the run to show; `null`: the current one. */
async function jobPage(deps: PageDeps, c: Ctx, run: number | null): Promise<JobPage> {
  const { project, job } = await readable(deps, c)
  const right = rightIn(signedInView(c).viewer.access, project)
  const canWrite = right !== null && includesRight(right, 'write')
  const isWhole = c.req.query('all') !== undefined
  const page = await readJobPage(deps, job, { project, canWrite, isWhole }, run)
  if (page === undefined) throw new PageError(404, `This job has no run ${String(run)}.`)
  return page
}

const noSuchJob = (): PageError => new PageError(404, 'There is no such job in this project.')

/** An id of the wrong form is treated as one that does not exist. */
function jobKeyOf(c: Ctx, project: Pick<Project, 'id'>): JobKey {
  const job = c.req.param('id') ?? ''
  if (!isJobId(job)) throw noSuchJob()
  return { project: project.id, job }
}

function downloads(app: Hono<DashboardEnv>, deps: PageDeps): void {
  app.get('/jobs/:project/:id/log', async (c) => {
    const { project, job } = await readable(deps, c)
    const run = numberIn(c, 'run') ?? job.run.number
    const events = await listRunEvents(deps.store, { project: project.id, job: job.id }, run)
    return plainText(c, rawLog(events), `${job.id}-run-${run}.log`)
  })

  app.get('/jobs/:project/:id/patch', async (c) => {
    const { project, job } = await readable(deps, c)
    const diff = await diffOf(deps, c, { project, job })
    if (!('patch' in diff)) throw new PageError(404, 'This job has no changes to download.')
    return plainText(c, diff.patch, `${job.id}.patch`)
  })

  app.get('/jobs/:project/:id/messages/:number', async (c) => {
    const { job } = await readable(deps, c)
    const given = c.req.param('number')
    const number = /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 0
    const [found] = number === 0 ? [] : await readMessages(deps.store, job.id, number, number)
    if (!found?.message) throw new PageError(404, 'This message no longer exists.')
    return plainText(c, found.message.text, null)
  })
}

/** `name`: of the file that a browser saves; `null`: it shows the text. */
const plainText = (c: Ctx, text: string, name: string | null): Response =>
  c.body(text, 200, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    ...(name !== null && { 'content-disposition': `attachment; filename="${name}"` }),
  })

async function diffOf(
  deps: PageDeps,
  c: Ctx,
  { job, project }: Pick<JobPage, 'job' | 'project'>,
): Promise<JobDiff> {
  const { session } = signedInView(c).viewer
  return readDiff(deps, session.record.person.id, job, project)
}

/** The events of a run as plain text, a line each, with their numbers and times in UTC. Pure. */
const rawLog = (events: readonly KeptEvent[]): string =>
  events.map(({ run, seq, at, event }) => `${run}-${seq}\t${at}\t${textOf(event)}\n`).join('')

function textOf(event: AgentEvent): string {
  switch (event.type) {
    case 'stage':
      return `stage ${event.stage}`
    case 'tool':
      return oneLine(`step ${event.step}: ${event.tool} ${event.target} ${event.ok ? 'done' : 'refused'}`)
    case 'step':
      return `step ${event.step}: ${event.inputTokens} input tokens, ${event.outputTokens} output tokens, ${event.costUsd === null ? 'unknown cost' : `${event.costUsd} USD`} so far`
    case 'note':
      return oneLine(event.text)
    case 'plan':
      return oneLine(event.items.map(({ text, done }) => `[${done ? 'x' : ' '}] ${text}`).join('; '))
    case 'message':
      return `read message ${event.number}`
    case 'retry':
      return oneLine(describeRetry(event))
    case 'fallback':
      return oneLine(describeFallback(event))
  }
}

/** Without control characters, which a terminal would obey. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** What the forms of the page of a job do: the use cases of the API, for a person. */
function jobForms(app: Hono<DashboardEnv>, deps: PageDeps): void {
  /** Actions that need no admission and have no effect when they are repeated. */
  const change = (verb: string, text: string, act: (c: Ctx, key: JobKey) => Promise<unknown>) =>
    app.post(`/jobs/:project/:id/${verb}`, async (c) => {
      const { project } = await writable(deps, c)
      const key = jobKeyOf(c, project)
      if ((await act(c, key)) === null) throw noSuchJob()
      return done(deps, c, key, text)
    })

  change('archive', 'The job was archived.', (c, key) => archiveJob(deps, key, actorIn(signedInView(c))))
  change('unarchive', 'The job was unarchived.', (c, key) =>
    unarchiveJob(deps, key, actorIn(signedInView(c))),
  )

  app.post('/jobs/:project/:id/stop', async (c) => {
    const { project } = await writable(deps, c)
    const key = jobKeyOf(c, project)
    const before = await findJob(deps.store, key)
    const after = await cancelJob(deps, key, actorIn(signedInView(c)))
    if (before === null || after === null) throw noSuchJob()
    // It may have ended while the person was reading its page, or since it was loaded.
    const isStopped = !isEnded(before.run) && after.run.state === 'cancelled'
    return isStopped
      ? done(deps, c, key, 'The run was stopped.')
      : refused(deps, c, key, 'The run had already ended, so there was nothing to stop.')
  })

  app.post('/jobs/:project/:id/retry', async (c) => {
    const { project, form } = await writable(deps, c)
    const key = jobKeyOf(c, project)
    const idempotencyKey = formKey(c, form, project.id, `retry ${key.job}`)
    const request = { project, origin: originOf(signedInView(c)), idempotencyKey, job: key.job }
    const outcome = await retryJob(deps, request)
    if (outcome.kind === 'accepted') return done(deps, c, key, 'The run is retried.')
    return refused(deps, c, key, describeRefusal(viewOf(c), outcome))
  })

  app.post('/jobs/:project/:id/update', async (c) => {
    const { project, form } = await writable(deps, c)
    const key = jobKeyOf(c, project)
    const idempotencyKey = formKey(c, form, project.id, `update ${key.job}`)
    const request = { project, origin: originOf(signedInView(c)), idempotencyKey, job: key.job }
    const outcome = await updateBranch(deps, request)
    if (outcome.kind === 'accepted')
      return done(
        deps,
        c,
        key,
        'The base is merged into the branch. If there are conflicts, the agent resolves them.',
      )
    return refused(deps, c, key, describeRefusal(viewOf(c), outcome))
  })

  app.post('/jobs/:project/:id/message', async (c) => {
    const limits = { ...REPEATABLE, prompt: PROMPT_FIELD, mode: MODE_FIELD }
    const { project, form } = await writable(deps, c, limits)
    const key = jobKeyOf(c, project)
    const prompt = promptIn(form)
    const wrong = whatIsWrongWithPrompt(viewOf(c), prompt)
    const mode = modeIn(form)
    if (wrong !== null) return refusedFollowUp(deps, c, { prompt, mode, problem: wrong })
    const job = await findJob(deps.store, key)
    const question = job === null || mode !== undefined ? null : await readOpenQuestion(deps.store, job)
    if (question !== null && isNoChoice(prompt, question)) {
      const problem = `The question has the choices 1 to ${question.choices.length}. Choose one of them, or answer in your own words.`
      return refusedFollowUp(deps, c, { prompt, mode, problem })
    }
    const idempotencyKey = formKey(c, form, project.id, `message ${key.job}`)
    const request = { project, origin: originOf(signedInView(c)), idempotencyKey, job: key.job, prompt }
    const outcome = await sendMessage(deps, { ...request, mode })
    if (outcome.kind === 'accepted') return done(deps, c, key, 'The follow-up was sent.')
    return refusedFollowUp(deps, c, { prompt, mode, problem: describeRefusal(viewOf(c), outcome) })
  })
}

async function writable(deps: PageDeps, c: Ctx, limits: FormLimits = REPEATABLE) {
  const id = c.req.param('project') ?? ''
  const project = await requireProject(deps, c, id, 'write')
  return { project, form: await readForm(c, limits) }
}

const pathOf = ({ project, job }: JobKey): string => `/jobs/${project}/${job}`

const done = (deps: PageDeps, c: Ctx, key: JobKey, text: string): Response =>
  redirectWithFlash(deps, c, pathOf(key), { tone: 'success', text })

const refused = (deps: PageDeps, c: Ctx, key: JobKey, text: string): Response =>
  redirectWithFlash(deps, c, pathOf(key), { tone: 'danger', text })

/** The page of the job, with what was typed. */
const refusedFollowUp = async (deps: PageDeps, c: Ctx, refusal: RefusedFollowUp): Promise<Response> =>
  render(deps, c, timelinePage(viewOf(c), await jobPage(deps, c, null), refusal), 422)
