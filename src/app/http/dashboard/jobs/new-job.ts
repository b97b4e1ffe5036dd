import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { whyNoBranchName } from '../../../../contract/branch-name.ts'
import { GithubRefused, GithubUnavailable } from '../../../github/errors.ts'
import type { CreateRequest } from '../../../jobs/create-job.ts'
import { type Project, repositoryRef } from '../../../projects/project.ts'
import { includesRight } from '../../../sessions/access.ts'
import { requireAccount, requireProject } from '../frame/guard.ts'
import { readForm } from '../frame/read-form.ts'
import { redirectWithFlash, render } from '../frame/respond.ts'
import { type DashboardEnv, signedInView, type View, viewOf } from '../frame/view.ts'
import { formKey, originOf } from '../job/asked-by.ts'
import { promptIn, whatIsWrongWithPrompt } from '../job/read-prompt.ts'
import { describeRefusal } from '../job/refusal-words.ts'
import { findProjects, projectNamed, rightInProject } from '../lookup/find-projects.ts'
import { AskedTooOften } from '../lookup/github-reads.ts'
import { MOST_OFFERED } from '../lookup/project-field.ts'
import { type NewJobFields, NO_FIELDS, newJobPage } from './draw-new-job.ts'
import type { FormProblem } from './form-problem.ts'
import type { JobsPagesDeps } from './jobs-deps.ts'
import { JOBS_WORDS } from './jobs-words.ts'

type Ctx = Context<DashboardEnv>

/** The form for a new job, and what it does. */
export function newJobForm(app: Hono<DashboardEnv>, deps: JobsPagesDeps): void {
  app.get('/jobs/new', (c) => showForm(deps, c, c.req.query('project') ?? '', { ...NO_FIELDS }, null, 200))

  app.post('/jobs', async (c) => {
    const form = await readForm(c)
    const fields = readFields(form)
    const project = await requireProject(deps, c, fields.project, 'write')
    const wrong = whatIsWrong(deps, viewOf(c), fields)
    if (wrong !== null) return showForm(deps, c, project.id, fields, wrong, 422)
    const idempotencyKey = formKey(c, form, project.id, 'new job')
    const request: CreateRequest = {
      project,
      origin: originOf(signedInView(c)),
      idempotencyKey,
      prompt: fields.prompt,
      ref: fields.ref === '' ? null : fields.ref,
      model: fields.model === '' ? null : fields.model,
      draft: fields.draft === '' ? null : fields.draft === 'true',
    }
    const outcome = await deps.jobs.create(request)
    if (outcome.kind !== 'accepted')
      return showForm(
        deps,
        c,
        project.id,
        fields,
        { field: null, text: describeRefusal(viewOf(c), outcome) },
        422,
      )
    const text = viewOf(c).say(JOBS_WORDS).started
    return redirectWithFlash(deps, c, `/jobs/${project.id}/${outcome.id}`, { tone: 'success', text })
  })
}

const readFields = (form: URLSearchParams): NewJobFields => {
  const text = (name: string): string => (form.get(name) ?? '').trim()
  const draft = text('draft')
  return {
    project: text('project'),
    prompt: promptIn(form),
    ref: text('ref'),
    model: text('model'),
    draft: draft === 'true' || draft === 'false' ? draft : '',
  }
}

function whatIsWrong(
  deps: JobsPagesDeps,
  view: View,
  { prompt, ref, model }: NewJobFields,
): FormProblem | null {
  const words = view.say(JOBS_WORDS)
  const wrongPrompt = whatIsWrongWithPrompt(view, prompt)
  if (wrongPrompt !== null) return { field: 'prompt', text: wrongPrompt }
  if (ref !== '' && whyNoBranchName(ref) !== null) return { field: 'ref', text: words.invalidBranch }
  return model === '' || deps.isModel(model) ? null : { field: 'model', text: words.invalidModel }
}

async function showForm(
  deps: JobsPagesDeps,
  c: Ctx,
  wanted: string,
  fields: NewJobFields,
  problem: FormProblem | null,
  status: 200 | 422,
): Promise<Response> {
  const account = requireAccount(c)
  const view = signedInView(c)
  const { access, session } = view.viewer
  const found = await findProjects(deps, access, account.id, { wanted: 'write', limit: MOST_OFFERED })
  const named = projectNamed(access, account.id, wanted)
  const project =
    named !== null && includesRight(rightInProject(access, account.id, named) ?? 'read', 'write')
      ? await deps.projects.load(named)
      : found.total === 1
        ? (found.projects[0] ?? null)
        : null
  const choices = project === null ? null : await choicesOf(deps, session.record.person.id, project)
  const page = { found, project, typed: wanted, choices, fields, problem }
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
): Promise<{ branches: readonly string[]; models: readonly string[]; model: string; base: string | null }> {
  const repository = repositoryRef(project)
  const [branches, recent] = await Promise.all([
    repository === null ? [] : reads.branches(personId, repository).catch(nothingIfGithubFails),
    jobs.list(project, { status: null, limit: RECENT, after: null }),
  ])
  const used = recent.bodies.map((body) => Listed.parse(JSON.parse(body)).model)
  const model = project.config?.model ?? defaultModel
  return {
    branches,
    models: [...new Set([model, defaultModel, ...used])],
    model,
    base: project.config?.base ?? project.defaultBranch,
  }
}

/** Suggestions are a help only; the server asks GitHub again when it starts the run. */
function nothingIfGithubFails(error: unknown): string[] {
  if ([GithubUnavailable, GithubRefused, AskedTooOften].some((known) => error instanceof known)) return []
  throw error
}
