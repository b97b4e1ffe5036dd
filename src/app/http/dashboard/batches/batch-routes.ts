import type { Context, Hono } from 'hono'
import { ContinueBatch } from '../../../../contract/batch.ts'
import { cancelBatch, continueBatch, retryBatch } from '../../../batches/control-batch.ts'
import { createBatch } from '../../../batches/create-batch.ts'
import {
  type BatchManager,
  type BatchReader,
  type ControlOutcome,
  getBatch,
  isBatchId,
  listBatches,
  listUnits,
  type ShownBatch,
} from '../../../batches/list-batches.ts'
import { permitsAll } from '../../../keys/permits-all.ts'
import { memberOf } from '../../../limits/rate-limit.ts'
import { loadProject } from '../../../projects/project.ts'
import { includesRight, type Right } from '../../../sessions/access.ts'
import {
  findProjects,
  hasRightAnywhere,
  MOST_OFFERED,
  projectIdsWith,
  projectNamed,
  rightInProject,
} from '../frame/find-projects.ts'
import { type FormLimits, formKey, readForm } from '../frame/form.ts'
import { duration, number } from '../frame/formats.ts'
import { confirmProjects, requireAccount } from '../frame/guard.ts'
import type { PageDeps, PageModule } from '../frame/page-module.ts'
import { isPart, PageError, redirectWithFlash, render, renderPart, unchanged } from '../frame/respond.ts'
import { actorIn, type DashboardEnv, type SignedInView, signedInView } from '../frame/view.ts'
import { type BatchData, type BatchVerb, batchPage, batchParts, refusalText } from './batch-page.ts'
import { batchesPage } from './batches-page.ts'
import {
  BATCH_FORM,
  type NewBatchPage,
  NO_FIELDS,
  newBatchPage,
  projectsIn,
  readBatchFields,
  readNewBatch,
} from './new-batch-page.ts'

type Ctx = Context<DashboardEnv>

const PER_PAGE = 25
const SHOWN_JOBS = 100
/** The fields of the form that continues a batch. */
const CONTINUE_FORM: FormLimits = { limitUsd: { length: 20 }, waitId: { length: 100 } }
const JOB_PLACE = /^\d{6}$/
const BATCH_PLACE = /^\d{13}\/batch_[0-9a-z]{26}$/

/** The list of batches, the form for a new one, and the report of each, for people who may read all of its repositories. */
export const batchPages: PageModule = {
  styles: [new URL('batches.css', import.meta.url)],
  scripts: [new URL('browser/batch.js', import.meta.url)],

  routes(app, deps) {
    app.get('/batches', (c) => showList(deps, c))
    newBatchForm(app, deps)
    app.get('/batches/:id', async (c) =>
      showBatch(deps, c, await readableBatch(deps, c), { typed: '', problem: null }, 200),
    )

    app.post('/batches/:id/continue', async (c) => {
      const found = await writableBatch(deps, c)
      const form = await readForm(c, CONTINUE_FORM)
      const typed = form.get('limitUsd')?.trim() ?? ''
      const waitId = form.get('waitId') ?? ''
      const wanted = ContinueBatch.safeParse(typed === '' ? {} : { limitUsd: Number(typed) })
      if (!wanted.success)
        return showBatch(
          deps,
          c,
          found,
          { typed, problem: 'Enter an amount of at least 0.25, for example 40 or 2.50.' },
          422,
        )
      const { limitUsd = null } = wanted.data
      const isLimit = found.waitsFor === 'limit' && found.view.waitId === waitId
      if (isLimit && (limitUsd ?? 0) <= (found.view.limitUsd ?? 0))
        return showBatch(deps, c, found, { typed, problem: 'The limit is reached. Enter a higher one.' }, 422)
      return answer(
        deps,
        c,
        found,
        'continue',
        await continueBatch(deps, batchManager(c), found.id, { limitUsd, waitId }),
      )
    })

    app.post('/batches/:id/cancel', async (c) => {
      const found = await writableBatch(deps, c)
      return answer(deps, c, found, 'cancel', await cancelBatch(deps, batchManager(c), found.id))
    })

    app.post('/batches/:id/retry', async (c) => {
      const found = await writableBatch(deps, c)
      return answer(deps, c, found, 'retry', await retryBatch(deps, batchManager(c), found.id))
    })
  },
}

async function showList(deps: PageDeps, c: Ctx): Promise<Response> {
  const account = requireAccount(c)
  const view = signedInView(c)
  const place = Buffer.from(c.req.query('cursor') ?? '', 'base64url').toString('utf8')
  const after = BATCH_PLACE.test(place) ? place : null
  const { items, next } = await listBatches(deps, batchReader(c), { limit: PER_PAGE, after })
  const ids = new Set(items.flatMap(({ projectId }) => projectId ?? []))
  const loaded = await Promise.all([...ids].map((id) => loadProject(deps.store, id)))
  const data = {
    batches: items,
    projects: new Map(loaded.flatMap((project) => (project === null ? [] : [[project.id, project]]))),
    next: next === null ? null : Buffer.from(next).toString('base64url'),
    isFirst: after === null,
    canWrite: hasRightAnywhere(view.viewer.access, account.id, 'write'),
  }
  return render(deps, c, batchesPage(view, data))
}

async function showBatch(
  deps: PageDeps,
  c: Ctx,
  found: FoundBatch,
  limit: BatchData['limit'],
  status: 200 | 422,
): Promise<Response> {
  const version = `W/"${found.revision}-${found.canWrite}"`
  if (isPart(c)) c.header('etag', version)
  if (isPart(c) && c.req.header('if-none-match') === version) return unchanged(c)
  const cursor = c.req.query('after') ?? ''
  const after = JOB_PLACE.test(cursor) ? cursor : null
  const page = await listUnits(deps.store, batchReader(c), found.id, { limit: SHOWN_JOBS, after })
  if (page === null) throw noSuchBatch()
  const { canWrite } = found
  const data = { version, shown: found, jobs: page.items, next: page.next, after, canWrite, limit }
  const view = signedInView(c)
  return isPart(c) ? renderPart(c, batchParts(view, data)) : render(deps, c, batchPage(view, data), status)
}

const DONE = {
  continue: 'The batch continues.',
  cancel: 'The batch was cancelled.',
  retry: 'What failed is tried again.',
} as const

function answer(
  deps: PageDeps,
  c: Ctx,
  { id }: FoundBatch,
  verb: BatchVerb,
  outcome: ControlOutcome,
): Response {
  switch (outcome.kind) {
    case 'absent':
      throw noSuchBatch()
    case 'refused':
      return redirectWithFlash(deps, c, `/batches/${id}`, {
        tone: 'danger',
        text: refusalText(outcome.code),
      })
    case 'done':
      return redirectWithFlash(deps, c, `/batches/${id}`, {
        tone: 'success',
        text: DONE[verb],
      })
  }
}

/** Those who have this right in all projects of a batch. */
const peopleWith = ({ viewer }: SignedInView, accountId: number, wanted: Right): BatchReader => ({
  key: { accountId, projectIds: projectIdsWith(viewer.access, accountId, wanted) },
})

/** Who reads the batches of the account. */
const batchReader = (c: Ctx): BatchReader => peopleWith(signedInView(c), requireAccount(c).id, 'read')

/** The same person, for the batches that they may change. */
function batchManager(c: Ctx): BatchManager {
  const view = signedInView(c)
  const { id, isOwner } = requireAccount(c)
  const by = actorIn(view)
  return { ...peopleWith(view, id, 'write'), by, member: memberOf(by, isOwner) }
}

const noSuchBatch = (): PageError =>
  new PageError(404, 'There is no such batch, or you have no access to all of its repositories.')

interface FoundBatch extends ShownBatch {
  readonly id: string
  readonly canWrite: boolean
}

/** The batch of the address, for people who may read all of its repositories. */
async function readableBatch({ store }: PageDeps, c: Ctx): Promise<FoundBatch> {
  const id = c.req.param('id') ?? ''
  const shown = isBatchId(id) ? await getBatch(store, batchReader(c), id) : null
  if (shown === null) throw noSuchBatch()
  const may = new Set(batchManager(c).key.projectIds)
  return { ...shown, id, canWrite: permitsAll(shown.projectIds, (project) => may.has(project)) }
}

/** The same for a change, which needs write access to all of them: GitHub is asked now. */
async function writableBatch(deps: PageDeps, c: Ctx): Promise<FoundBatch> {
  const before = await readableBatch(deps, c)
  await confirmProjects(deps, c, before.projectIds, null)
  const found = await readableBatch(deps, c)
  if (!found.canWrite) throw new PageError(403, 'This needs write access to all repositories of the batch.')
  return found
}

/** The form for a new batch, and what it does. */
function newBatchForm(app: Hono<DashboardEnv>, deps: PageDeps): void {
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
    const outcome = await createBatch(deps, batchManager(c), { wanted: read.wanted, idempotencyKey })
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
  deps: PageDeps,
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
