import type { Context } from 'hono'
import {
  type BatchManager,
  type BatchReader,
  isBatchId,
  type ShownBatch,
} from '../../../batches/batch-view.ts'
import type { Batches } from '../../../batches/batches.ts'
import { permitsAll } from '../../../keys/permits-all.ts'
import { memberOf } from '../../../limits/rate-limit.ts'
import type { Right } from '../../../sessions/access.ts'
import { confirmProjects, type GuardDeps, requireAccount } from '../frame/guard.ts'
import { PageError } from '../frame/page-error.ts'
import { actorIn, type DashboardEnv, type SignedInView, signedInView } from '../frame/view.ts'
import { projectIdsWith } from '../lookup/find-projects.ts'

type Ctx = Context<DashboardEnv>

export interface BatchSceneDeps extends GuardDeps {
  readonly batches: Pick<Batches, 'get'>
}

/** Those who have this right in all projects of a batch. */
const peopleWith = ({ viewer }: SignedInView, accountId: number, wanted: Right): BatchReader => ({
  key: { accountId, projectIds: projectIdsWith(viewer.access, accountId, wanted) },
})

/** Who reads the batches of the account. */
export const batchReader = (c: Ctx): BatchReader => peopleWith(signedInView(c), requireAccount(c).id, 'read')

/** The same person, for the batches that they may change. */
export function batchManager(c: Ctx): BatchManager {
  const view = signedInView(c)
  const { id, isOwner } = requireAccount(c)
  const by = actorIn(view)
  return { ...peopleWith(view, id, 'write'), by, member: memberOf(by, isOwner) }
}

export const noSuchBatch = (): PageError =>
  new PageError(404, 'There is no such batch, or you have no access to all of its repositories.')

export interface FoundBatch extends ShownBatch {
  readonly id: string
  readonly canWrite: boolean
}

/** The batch of the address, for people who may read all of its repositories. */
export async function readableBatch({ batches }: BatchSceneDeps, c: Ctx): Promise<FoundBatch> {
  const id = c.req.param('id') ?? ''
  const shown = isBatchId(id) ? await batches.get(batchReader(c), id) : null
  if (shown === null) throw noSuchBatch()
  const may = new Set(batchManager(c).key.projectIds)
  return { ...shown, id, canWrite: permitsAll(shown.projectIds, (project) => may.has(project)) }
}

/** The same for a change, which needs write access to all of them: GitHub is asked now. */
export async function writableBatch(deps: BatchSceneDeps, c: Ctx): Promise<FoundBatch> {
  const before = await readableBatch(deps, c)
  await confirmProjects(deps, c, before.projectIds, null)
  const found = await readableBatch(deps, c)
  if (!found.canWrite) throw new PageError(403, 'This needs write access to all repositories of the batch.')
  return found
}
