import { type Checkout, fetchStart, writeWorkTree } from '../git/checkout/checkout.ts'
import type { Leftovers } from '../git/checkout/untracked-files.ts'
import type { OpenedModel } from '../models/providers/providers.ts'
import { DEFAULT_RETRY_SETTINGS } from '../models/providers/retry-settings.ts'
import { countOf, showPaths } from '../text/format.ts'
import { canPark } from './earlier-work.ts'
import { startMerge } from './merge-base.ts'
import { orFail, type RunContext } from './run-context.ts'

export interface Prepared {
  readonly checkout: Checkout
  /** May be a refusal if there is work that needs no model: a saved patch, or a merge without conflicts. */
  readonly model: OpenedModel
}

/** Opens the model and checks out the code. The model comes first: without its key there is no point in fetching. */
export async function prepare(job: RunContext): Promise<Prepared> {
  const { assignment } = job.controlPlane
  const model = await openModelOf(job)
  if (assignment.savedPatch === undefined && assignment.update === undefined) orFail(model)
  if (model.ok) for (const secret of model.model.secrets) job.secrets.add(secret)
  const fetched = orFail(
    await fetchStart({
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
  job.log.info(`${assignment.base} is at ${fetched.baseSha}`)
  if (fetched.branchHead !== null) job.log.info(`${assignment.branch} is at ${fetched.branchHead}`)
  const jobFile = job.environment.GITHUB_EVENT_PATH
  const checkout = orFail(await writeWorkTree(fetched, await startMerge(job, fetched), { jobFile }))
  tellLeftovers(job, checkout.leftovers)
  return { checkout, model }
}

function tellLeftovers({ log, secrets, confidentiality }: RunContext, { removed, stuck }: Leftovers): void {
  if (removed > 0)
    log.info(`Removed from the workspace what an earlier job had left: ${countOf(removed, 'file')}`)
  if (stuck.length === 0) return
  const text = `The workspace has files of an earlier job, which this user may not remove: ${showPaths(stuck)}. Changes of them are not published. Remove them on the runner.`
  log.warning(confidentiality.redactQuotes(secrets.redact(text)))
}

// Imported here and not above: a run whose claim is refused does not load the AI SDK. The comment keeps it in the
// bundle's one file.
async function openModelOf(job: RunContext) {
  const { openModel } = await import(/* webpackMode: "eager" */ '../models/providers/providers.ts')
  const { model, effort = null } = job.controlPlane.assignment
  const retrySettings = canPark(job)
    ? { ...DEFAULT_RETRY_SETTINGS, longestWaitMs: LONGEST_PAID_WAIT_MS }
    : DEFAULT_RETRY_SETTINGS
  return openModel(model, job.environment, { effort, retrySettings })
}

/** A runner that waits is paid for, and takes a slot of the project: for longer waits, the run is parked. */
const LONGEST_PAID_WAIT_MS = 180_000
