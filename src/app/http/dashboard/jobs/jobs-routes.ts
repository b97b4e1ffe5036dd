import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { parseModelName } from '../../../../contract/model.ts'
import { PRICES } from '../../../../contract/model-data.ts'
import { GithubRefused, GithubUnavailable } from '../../../github/errors.ts'
import { createJob } from '../../../jobs/create-job.ts'
import { listJobs } from '../../../jobs/list-jobs.ts'
import { loadProject, type Project, repositoryRef } from '../../../projects/project.ts'
import { includesRight, rightIn } from '../../../sessions/access.ts'
import {
  findProjects,
  hasRightAnywhere,
  MOST_OFFERED,
  projectNamed,
  rightInProject,
} from '../frame/find-projects.ts'
import { formKey, readForm } from '../frame/form.ts'
import { AskedTooOften } from '../frame/github-reads.ts'
import { requireAccount, requireProject } from '../frame/guard.ts'
import type { PageDeps, PageModule } from '../frame/page-module.ts'
import { redirectWithFlash, render } from '../frame/respond.ts'
import { type DashboardEnv, signedInView, viewOf } from '../frame/view.ts'
import { describeRefusal, originOf } from '../job/request-work.ts'
import { bulkForm } from './bulk-change.ts'
import { projectOf, readFilter, readPlace } from './job-filter.ts'
import { jobsPage } from './jobs-page.ts'
import {
  JOB_FORM,
  type NewJobFields,
  type NewJobPage,
  type NewJobProblems,
  NO_FIELDS,
  NO_PROBLEMS,
  newJobPage,
  readFields,
  readNewJob,
} from './new-job-page.ts'
import { readJobRows } from './read-jobs.ts'

const PER_PAGE = 25

/** The list of jobs, what is done with several of them, and the form for a new one. */
export const jobsPages: PageModule = {
  routes(app, deps) {
    app.get('/jobs', (c) => listPage(deps, c))
    bulkForm(app, deps)
    newJobForm(app, deps)
  },
  styles: [new URL('jobs.css', import.meta.url)],
}

async function listPage(deps: PageDeps, c: Context<DashboardEnv>): Promise<Response> {
  const account = requireAccount(c)
  const view = signedInView(c)
  const { access } = view.viewer
  const choice = readFilter((name) => c.req.query(name), projectOf(access, account.id))
  const after = readPlace(c.req.query('cursor'))
  const [found, projects, project] = await Promise.all([
    readJobRows(deps, { access, accountId: account.id }, choice, { limit: PER_PAGE, after }),
    findProjects(deps, access, account.id, { limit: MOST_OFFERED }),
    choice.project === '' ? null : loadProject(deps.store, choice.project),
  ])
  // Anybody can make up an address with the id of a project.
  const seen = project !== null && rightIn(access, project) !== null ? project : null
  const canWrite = hasRightAnywhere(access, account.id, 'write')
  const isCut = found.next !== null && found.rows.length < PER_PAGE
  return render(
    deps,
    c,
    jobsPage(view, { ...found, choice, projects, project: seen, canWrite, isCut, isFirst: after === null }),
  )
}

/** The form for a new job, and what it does. */
function newJobForm(app: Hono<DashboardEnv>, deps: PageDeps): void {
  app.get('/jobs/new', (c) =>
    showForm(deps, c, { ...NO_FIELDS, project: c.req.query('project') ?? '' }, NO_PROBLEMS, 200),
  )

  app.post('/jobs', async (c) => {
    const form = await readForm(c, JOB_FORM)
    const fields = readFields(form)
    const project = await requireProject(deps, c, fields.project, 'write')
    const read = readNewJob(viewOf(c), fields, deps.isModel)
    if (read.kind === 'invalid') return showForm(deps, c, fields, read.problems, 422)
    const idempotencyKey = formKey(c, form, project.id, 'new job')
    const origin = originOf(signedInView(c))
    const outcome = await createJob(deps, {
      ...read.wanted,
      ...{ project, origin, idempotencyKey, questions: true },
    })
    if (outcome.kind !== 'accepted') {
      const refusal = describeRefusal(viewOf(c), outcome)
      return showForm(deps, c, fields, { ...NO_PROBLEMS, refusal }, 422)
    }
    const text = 'The job was created.'
    return redirectWithFlash(deps, c, `/jobs/${project.id}/${outcome.id}`, { tone: 'success', text })
  })
}

async function showForm(
  deps: PageDeps,
  c: Context<DashboardEnv>,
  fields: NewJobFields,
  problems: NewJobProblems,
  status: 200 | 422,
): Promise<Response> {
  const account = requireAccount(c)
  const view = signedInView(c)
  const { access, listed, session } = view.viewer
  const found = await findProjects(deps, listed, account.id, { wanted: 'write', limit: MOST_OFFERED })
  const named = projectNamed(access, account.id, fields.project)
  const project =
    named !== null && includesRight(rightInProject(access, account.id, named) ?? 'read', 'write')
      ? await loadProject(deps.store, named)
      : found.total === 1
        ? (found.projects[0] ?? null)
        : null
  const choices = project === null ? null : await choicesOf(deps, session.record.person.id, project)
  const page = { found, project, typed: fields.project, choices, fields, problems }
  return render(deps, c, newJobPage(view, page), status)
}

/** Recent jobs of a project from which models are suggested. */
const RECENT = 50

const Listed = z.object({ model: z.string() })

/** What the fields suggest. Anything else may be typed. */
async function choicesOf(
  { store, reads, defaultModel }: PageDeps,
  personId: number,
  project: Project,
): Promise<NonNullable<NewJobPage['choices']>> {
  const repository = repositoryRef(project)
  const [branches, recent] = await Promise.all([
    repository === null ? [] : reads.branches(personId, repository).catch(nothingIfGithubFails),
    listJobs(store, project, { status: null, limit: RECENT, after: null }),
  ])
  const used = recent.bodies.map((body) => Listed.parse(JSON.parse(body)).model)
  const model = project.config?.model ?? defaultModel
  return {
    branches,
    models: [...new Set([model, defaultModel, ...used, ...knownModels([model, defaultModel])])],
    model,
    base: project.config?.base ?? project.defaultBranch,
    workingDirectory: project.config?.workingDirectory ?? null,
  }
}

/** Models of the same providers, for which the workflow has a key. */
function knownModels(names: readonly string[]): string[] {
  const providers = new Set(names.map((name) => parseModelName(name)?.provider))
  return Object.keys(PRICES).filter((name) => providers.has(parseModelName(name)?.provider))
}

/** Suggestions are a help only; the server asks GitHub again when it starts the run. */
function nothingIfGithubFails(error: unknown): string[] {
  if ([GithubUnavailable, GithubRefused, AskedTooOften].some((known) => error instanceof known)) return []
  throw error
}
