import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { parseModelName } from '../../../../contract/model.ts'
import { PRICES } from '../../../../contract/model-data.ts'
import { GithubRefused, GithubUnavailable } from '../../../github/errors.ts'
import { type Project, repositoryRef } from '../../../projects/project.ts'
import { includesRight } from '../../../sessions/access.ts'
import { requireAccount, requireProject } from '../frame/guard.ts'
import { readForm } from '../frame/read-form.ts'
import { redirectWithFlash, render } from '../frame/respond.ts'
import { type DashboardEnv, signedInView, viewOf } from '../frame/view.ts'
import { formKey, originOf } from '../job/asked-by.ts'
import { describeRefusal } from '../job/refusal-words.ts'
import { findProjects, projectNamed, rightInProject } from '../lookup/find-projects.ts'
import { AskedTooOften } from '../lookup/github-reads.ts'
import { MOST_OFFERED } from '../lookup/project-field.ts'
import { type NewJobPage, newJobPage } from './draw-new-job.ts'
import type { JobsPagesDeps } from './jobs-deps.ts'
import {
  JOB_FORM,
  type NewJobFields,
  type NewJobProblems,
  NO_FIELDS,
  NO_PROBLEMS,
  readFields,
  readNewJob,
} from './read-new-job.ts'

type Ctx = Context<DashboardEnv>

/** The form for a new job, and what it does. */
export function newJobForm(app: Hono<DashboardEnv>, deps: JobsPagesDeps): void {
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
    const outcome = await deps.jobs.create({ ...read.wanted, project, origin, idempotencyKey })
    if (outcome.kind !== 'accepted') {
      const refusal = describeRefusal(viewOf(c), outcome)
      return showForm(deps, c, fields, { ...NO_PROBLEMS, refusal }, 422)
    }
    const text = 'The job was created.'
    return redirectWithFlash(deps, c, `/jobs/${project.id}/${outcome.id}`, { tone: 'success', text })
  })
}

async function showForm(
  deps: JobsPagesDeps,
  c: Ctx,
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
      ? await deps.projects.load(named)
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
  { jobs, reads, defaultModel }: JobsPagesDeps,
  personId: number,
  project: Project,
): Promise<NonNullable<NewJobPage['choices']>> {
  const repository = repositoryRef(project)
  const [branches, recent] = await Promise.all([
    repository === null ? [] : reads.branches(personId, repository).catch(nothingIfGithubFails),
    jobs.list(project, { status: null, limit: RECENT, after: null }),
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

/** Those of the same providers, for which the workflow has a key. */
function knownModels(names: readonly string[]): string[] {
  const providers = new Set(names.map((name) => parseModelName(name)?.provider))
  return Object.keys(PRICES).filter((name) => providers.has(parseModelName(name)?.provider))
}

/** Suggestions are a help only; the server asks GitHub again when it starts the run. */
function nothingIfGithubFails(error: unknown): string[] {
  if ([GithubUnavailable, GithubRefused, AskedTooOften].some((known) => error instanceof known)) return []
  throw error
}
