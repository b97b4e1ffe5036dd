import type { Context, Hono } from 'hono'
import { includesRight } from '../../../sessions/access.ts'
import { duration, number } from '../frame/formats.ts'
import { confirmProjects, requireAccount } from '../frame/guard.ts'
import { readForm } from '../frame/read-form.ts'
import { redirectWithFlash, render } from '../frame/respond.ts'
import { type DashboardEnv, type SignedInView, signedInView } from '../frame/view.ts'
import { formKey } from '../job/asked-by.ts'
import { findProjects, projectNamed, rightInProject } from '../lookup/find-projects.ts'
import { MOST_OFFERED } from '../lookup/project-field.ts'
import { batchManager } from './batch-scene.ts'
import type { BatchPagesDeps } from './batches-deps.ts'
import { type NewBatchPage, newBatchPage } from './new-batch-page.ts'
import { BATCH_FORM, NO_FIELDS, projectsIn, readBatchFields, readNewBatch } from './read-new-batch.ts'

type Ctx = Context<DashboardEnv>

/** The form for a new batch, and what it does. */
export function newBatchForm(app: Hono<DashboardEnv>, deps: BatchPagesDeps): void {
  app.get('/batches/new', (c) => {
    const fields = { ...NO_FIELDS, project: c.req.query('project') ?? '' }
    return showForm(deps, c, { fields, wrong: new Set(), unknown: [], refusal: null }, 200)
  })

  app.post('/batches', async (c) => {
    const account = requireAccount(c)
    const form = await readForm(c, BATCH_FORM)
    const fields = readBatchFields(form)
    await confirmProjects(deps, c, projectsIn(fields, writable(c, account.id)).ids, null)
    const read = readNewBatch(fields, writable(c, account.id), deps.isModel)
    if (read.kind === 'invalid') return showForm(deps, c, { ...read, fields, refusal: null }, 422)
    const idempotencyKey = formKey(c, form, `account-${account.id}`, 'new batch')
    const outcome = await deps.batches.create(batchManager(c), { wanted: read.wanted, idempotencyKey })
    const view = signedInView(c)
    const refused = (refusal: string): Promise<Response> =>
      showForm(deps, c, { fields, wrong: new Set(), unknown: [], refusal }, 422)
    switch (outcome.kind) {
      case 'created':
        return redirectWithFlash(deps, c, `/batches/${outcome.id}`, {
          tone: 'success',
          text: 'The batch was created. It lists the files, then creates the first jobs.',
        })
      case 'idempotency-conflict':
        return refused(
          'This form was already sent with a different text. Reload the page, then send it again.',
        )
      case 'rate-limited': {
        const { limit, resetSeconds } = outcome.allowance
        const [most, time] = [number(view, limit), duration(view, resetSeconds * 1000)]
        return refused(
          outcome.of === 'member'
            ? `You and your API keys have created ${most} batches within an hour, the limit of one person. Try again in ${time}.`
            : `People who are not owners of ${account.login} have created ${most} batches within an hour, their limit together. Try again in ${time}, or ask an owner to create the batch.`,
        )
      }
    }
  })
}

/** Finds a project in which the person may start jobs, by its id or name. */
function writable(c: Ctx, accountId: number): (typed: string) => string | null {
  const { access }: SignedInView['viewer'] = signedInView(c).viewer
  return (typed) => {
    const id = projectNamed(access, accountId, typed)
    const right = id === null ? null : rightInProject(access, accountId, id)
    return right !== null && includesRight(right, 'write') ? id : null
  }
}

async function showForm(
  deps: BatchPagesDeps,
  c: Ctx,
  page: Omit<NewBatchPage, 'found'>,
  status: 200 | 422,
): Promise<Response> {
  const account = requireAccount(c)
  const view = signedInView(c)
  const { listed } = view.viewer
  const found = await findProjects(deps, listed, account.id, { wanted: 'write', limit: MOST_OFFERED })
  return render(deps, c, newBatchPage(view, { ...page, found }), status)
}
