import type { Context, Hono } from 'hono'
import type { JobKey } from '../../../domain/run-id.ts'
import { isEnded } from '../../../domain/run-state-machine.ts'
import { requireProject } from '../frame/guard.ts'
import type { FormLimits } from '../frame/parse-form.ts'
import { PROMPT_FIELD, REPEATABLE, readForm } from '../frame/read-form.ts'
import { redirectWithFlash, render } from '../frame/respond.ts'
import { type DashboardEnv, signedInView, viewOf } from '../frame/view.ts'
import { actorIn, formKey, originOf } from './asked-by.ts'
import { type RefusedFollowUp, timelinePage } from './draw-job.ts'
import { jobPage } from './find-job.ts'
import type { JobDeps } from './job-deps.ts'
import { jobKeyOf, noSuchJob } from './job-key.ts'
import { promptIn, whatIsWrongWithPrompt } from './read-prompt.ts'
import { describeRefusal } from './refusal-words.ts'

type Ctx = Context<DashboardEnv>

/** What the forms of the page of a job do: the use cases of the API, for a person. */
export function jobForms(app: Hono<DashboardEnv>, deps: JobDeps): void {
  const { jobs } = deps

  /** Actions that need no admission and have no effect when they are repeated. */
  const change = (verb: string, text: string, act: (c: Ctx, key: JobKey) => Promise<unknown>) =>
    app.post(`/jobs/:project/:id/${verb}`, async (c) => {
      const { project } = await writable(deps, c)
      const key = jobKeyOf(c, project)
      if ((await act(c, key)) === null) throw noSuchJob()
      return done(deps, c, key, text)
    })

  change('archive', 'The job was archived.', (c, key) => jobs.archive(key, actorIn(signedInView(c))))
  change('unarchive', 'The job was unarchived.', (c, key) => jobs.unarchive(key, actorIn(signedInView(c))))

  app.post('/jobs/:project/:id/stop', async (c) => {
    const { project } = await writable(deps, c)
    const key = jobKeyOf(c, project)
    const before = await jobs.load(key)
    const after = await jobs.cancel(key, actorIn(signedInView(c)))
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
    const outcome = await jobs.retry(request)
    if (outcome.kind === 'accepted') return done(deps, c, key, 'The run is retried.')
    return refused(deps, c, key, describeRefusal(viewOf(c), outcome))
  })

  app.post('/jobs/:project/:id/update', async (c) => {
    const { project, form } = await writable(deps, c)
    const key = jobKeyOf(c, project)
    const idempotencyKey = formKey(c, form, project.id, `update ${key.job}`)
    const request = { project, origin: originOf(signedInView(c)), idempotencyKey, job: key.job }
    const outcome = await jobs.updateBranch(request)
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
    const { project, form } = await writable(deps, c, { ...REPEATABLE, prompt: PROMPT_FIELD })
    const key = jobKeyOf(c, project)
    const prompt = promptIn(form)
    const wrong = whatIsWrongWithPrompt(viewOf(c), prompt)
    if (wrong !== null) return refusedFollowUp(deps, c, { prompt, problem: wrong })
    const idempotencyKey = formKey(c, form, project.id, `message ${key.job}`)
    const request = { project, origin: originOf(signedInView(c)), idempotencyKey, job: key.job, prompt }
    const outcome = await jobs.sendMessage(request)
    if (outcome.kind === 'accepted') return done(deps, c, key, 'The follow-up was sent.')
    return refusedFollowUp(deps, c, { prompt, problem: describeRefusal(viewOf(c), outcome) })
  })
}

async function writable(deps: JobDeps, c: Ctx, limits: FormLimits = REPEATABLE) {
  const id = c.req.param('project') ?? ''
  const project = await requireProject(deps, c, id, 'write')
  return { project, form: await readForm(c, limits) }
}

const pathOf = ({ project, job }: JobKey): string => `/jobs/${project}/${job}`

const done = (deps: JobDeps, c: Ctx, key: JobKey, text: string): Response =>
  redirectWithFlash(deps, c, pathOf(key), { tone: 'success', text })

const refused = (deps: JobDeps, c: Ctx, key: JobKey, text: string): Response =>
  redirectWithFlash(deps, c, pathOf(key), { tone: 'danger', text })

/** The page of the job, with what was typed. */
const refusedFollowUp = async (deps: JobDeps, c: Ctx, refusal: RefusedFollowUp): Promise<Response> =>
  render(deps, c, timelinePage(viewOf(c), await jobPage(deps, c, null), refusal), 422)
