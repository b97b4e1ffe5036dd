import type { Context, Hono } from 'hono'
import { html } from '../frame/html.ts'
import { PageError } from '../frame/page-error.ts'
import type { PageModule } from '../frame/page-module.ts'
import { isPart, render, renderPart } from '../frame/respond.ts'
import { type DashboardEnv, signedInView, viewOf } from '../frame/view.ts'
import { rawLog } from '../timeline/raw-log.ts'
import { streamJob } from '../timeline/stream-job.ts'
import { jobForms } from './act-on-job.ts'
import { drawDiffTab, fileOf, numberIn } from './diff-tab.ts'
import { jobPageContent, timelinePage } from './draw-job.ts'
import { drawNews, drawOverview } from './draw-overview.ts'
import { jobPage, readable } from './find-job.ts'
import type { JobDeps } from './job-deps.ts'
import { type JobDiff, readDiff } from './read-diff.ts'
import type { JobPage } from './read-job-page.ts'
import { drawUsageTab } from './usage-tab.ts'

type Ctx = Context<DashboardEnv>

const file = (path: string): URL => new URL(path, import.meta.url)

/** The page of a job, and what it loads. */
export const jobPages: PageModule<JobDeps> = {
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
    '../state/styles/state.css',
    'styles/details.css',
    'styles/job.css',
    '../timeline/styles/timeline.css',
    '../diff/styles/diff.css',
  ].map(file),
  scripts: [file('browser/job.js'), file('browser/request-again.js')],
}

function pages(app: Hono<DashboardEnv>, deps: JobDeps): void {
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
    return render(deps, c, jobPageContent(viewOf(c), page, 'usage', drawUsageTab(viewOf(c), page)))
  })
}

function downloads(app: Hono<DashboardEnv>, deps: JobDeps): void {
  app.get('/jobs/:project/:id/log', async (c) => {
    const { project, job } = await readable(deps, c)
    const run = numberIn(c, 'run') ?? job.run.number
    const events = await deps.jobs.runEvents({ project: project.id, job: job.id }, run)
    return plainText(c, rawLog(events), `${job.id}-run-${run}.log`)
  })

  app.get('/jobs/:project/:id/patch', async (c) => {
    const { project, job } = await readable(deps, c)
    const diff = await diffOf(deps, c, { project, job })
    if (!('patch' in diff)) throw new PageError(404, 'This job has no changes to download.')
    return plainText(c, diff.patch, `${job.id}.patch`)
  })

  app.get('/jobs/:project/:id/messages/:number', async (c) => {
    const { project, job } = await readable(deps, c)
    const given = c.req.param('number')
    const number = /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 0
    const found =
      number === 0
        ? null
        : await deps.jobs.messages({ project: project.id, job: job.id }, { after: number - 1, limit: 1 })
    const prompt = found?.messages[0]?.prompt
    if (prompt === undefined || prompt === null) throw new PageError(404, 'This message no longer exists.')
    return plainText(c, prompt, null)
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
  deps: JobDeps,
  c: Ctx,
  { job, project }: Pick<JobPage, 'job' | 'project'>,
): Promise<JobDiff> {
  const { session } = signedInView(c).viewer
  return readDiff(deps, session.record.person.id, job, project)
}
