import { isBatchId } from '../../../batches/batch-requests.ts'
import type { Batches } from '../../../batches/batches.ts'
import { requireAccount } from '../frame/guard.ts'
import type { PageDeps } from '../frame/page-deps.ts'
import { PageError } from '../frame/page-error.ts'
import type { PageModule } from '../frame/page-module.ts'
import { render } from '../frame/respond.ts'
import { signedInView } from '../frame/view.ts'
import { projectIdsWith } from '../lookup/find-projects.ts'
import { batchPage } from './batch-page.ts'
import { BATCH_WORDS } from './batch-words.ts'

export interface BatchPagesDeps extends PageDeps {
  readonly batches: Pick<Batches, 'get' | 'jobs'>
}

const SHOWN = 100
const PLACE = /^\d{6}$/

/** The report of a batch, for people who may read all of its repositories. */
export const batchPages: PageModule<BatchPagesDeps> = {
  routes(app, deps) {
    const { batches } = deps
    app.get('/batches/:id', async (c) => {
      const account = requireAccount(c)
      const view = signedInView(c)
      const projectIds = projectIdsWith(view.viewer.access, account.id, 'read')
      const reader = { key: { accountId: account.id, projectIds } }
      const id = c.req.param('id')
      const noSuchBatch = new PageError(404, view.say(BATCH_WORDS).noSuchBatch)
      if (!isBatchId(id)) throw noSuchBatch
      const cursor = c.req.query('after') ?? ''
      const after = PLACE.test(cursor) ? cursor : null
      const [batch, page] = await Promise.all([
        batches.get(reader, id),
        batches.jobs(reader, id, { limit: SHOWN, after }),
      ])
      if (batch === null || page === null) throw noSuchBatch
      const { items, next } = page
      return render(deps, c, batchPage(view, { batch, jobs: items, next, isFirst: after === null }))
    })
  },
}
