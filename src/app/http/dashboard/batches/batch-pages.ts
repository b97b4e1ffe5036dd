import type { Context } from 'hono'
import { ContinueBatch } from '../../../../contract/batch.ts'
import type { ControlOutcome } from '../../../batches/batch-view.ts'
import { requireAccount } from '../frame/guard.ts'
import type { PageModule } from '../frame/page-module.ts'
import type { FormLimits } from '../frame/parse-form.ts'
import { readForm } from '../frame/read-form.ts'
import { isPart, redirectWithFlash, render, renderPart, unchanged } from '../frame/respond.ts'
import { type DashboardEnv, signedInView } from '../frame/view.ts'
import { hasRightAnywhere } from '../lookup/find-projects.ts'
import { type BatchVerb, refusalText } from './batch-actions.ts'
import { type BatchData, batchPage, batchParts } from './batch-page.ts'
import {
  batchManager,
  batchReader,
  type FoundBatch,
  noSuchBatch,
  readableBatch,
  writableBatch,
} from './batch-scene.ts'
import type { BatchPagesDeps } from './batches-deps.ts'
import { batchesPage } from './batches-page.ts'
import { newBatchForm } from './new-batch.ts'

type Ctx = Context<DashboardEnv>

const PER_PAGE = 25
const SHOWN_JOBS = 100
/** The fields of the form that continues a batch. */
const CONTINUE_FORM: FormLimits = { limitUsd: { length: 20 }, waitId: { length: 100 } }
const JOB_PLACE = /^\d{6}$/
const BATCH_PLACE = /^\d{13}\/batch_[0-9a-z]{26}$/

/** The list of batches, the form for a new one, and the report of each, for people who may read all of its repositories. */
export const batchPages: PageModule<BatchPagesDeps> = {
  styles: [new URL('batches.css', import.meta.url)],
  scripts: [new URL('browser/batch.js', import.meta.url)],

  routes(app, deps) {
    const { batches } = deps
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
        await batches.continue(batchManager(c), found.id, { limitUsd, waitId }),
      )
    })

    app.post('/batches/:id/cancel', async (c) => {
      const found = await writableBatch(deps, c)
      return answer(deps, c, found, 'cancel', await batches.cancel(batchManager(c), found.id))
    })

    app.post('/batches/:id/retry', async (c) => {
      const found = await writableBatch(deps, c)
      return answer(deps, c, found, 'retry', await batches.retry(batchManager(c), found.id))
    })
  },
}

async function showList(deps: BatchPagesDeps, c: Ctx): Promise<Response> {
  const account = requireAccount(c)
  const view = signedInView(c)
  const place = Buffer.from(c.req.query('cursor') ?? '', 'base64url').toString('utf8')
  const after = BATCH_PLACE.test(place) ? place : null
  const { items, next } = await deps.batches.list(batchReader(c), { limit: PER_PAGE, after })
  const ids = new Set(items.flatMap(({ projectId }) => projectId ?? []))
  const loaded = await Promise.all([...ids].map((id) => deps.projects.load(id)))
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
  deps: BatchPagesDeps,
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
  const page = await deps.batches.jobs(batchReader(c), found.id, { limit: SHOWN_JOBS, after })
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
  deps: BatchPagesDeps,
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
