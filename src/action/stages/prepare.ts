import { type Checkout, checkOut } from '../git/checkout/checkout.ts'
import type { OpenedModel } from '../models/providers/providers.ts'
import { orFail, type RunContext } from './run-context.ts'

export interface Prepared {
  readonly tree: Checkout
  /** May be of no use where there is kept work, which needs none. */
  readonly model: OpenedModel
}

/** The model comes first: without its key there is no use in fetching. */
export async function prepare(job: RunContext): Promise<Prepared> {
  const { assignment } = job.engagement
  const model = await openModelOf(job)
  if (assignment.kept === undefined) orFail(model)
  if (model.ok) for (const secret of model.model.secrets) job.secrets.add(secret)
  const tree = orFail(
    await checkOut({
      workspace: job.workspace,
      scratch: job.scratch,
      remote: `${assignment.repository.url}.git`,
      token: assignment.fetchToken,
      base: assignment.base,
      baseFrom: assignment.baseFrom,
      branch: assignment.branch,
      environment: job.environment,
      signal: job.signal,
    }),
  )
  job.known.tree = tree
  job.log.info(`${assignment.base} is at ${tree.baseSha}`)
  if (tree.branchHead !== null) job.log.info(`${assignment.branch} is at ${tree.branchHead}`)
  return { tree, model }
}

// Imported here and not above: a claim that is refused then starts without evaluating the AI SDK. The comment keeps it
// in the bundle's one file.
async function openModelOf({ engagement, environment }: RunContext) {
  const { openModel } = await import(/* webpackMode: "eager" */ '../models/providers/providers.ts')
  const { model, effort = null } = engagement.assignment
  return openModel(model, environment, { effort })
}
