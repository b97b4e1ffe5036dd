import { findIdTokenEndpoint, mintIdToken } from '../control-plane/server/oidc-token.ts'
import { type Checkout, fetchStart, writeWorkTree } from '../git/checkout/checkout.ts'
import type { Leftovers } from '../git/checkout/untracked-files.ts'
import type { WorkflowIdentity } from '../models/providers/access-tokens.ts'
import { DEFAULT_RETRY_SETTINGS } from '../models/providers/retry-settings.ts'
import { readInputs } from '../start/inputs.ts'
import { countOf, showPaths } from '../text/format.ts'
import { canPark } from './earlier-work.ts'
import { startMerge } from './merge-base.ts'
import { type OpenedModels, openModels, signIn } from './open-models.ts'
import { orFail, type RunContext } from './run-context.ts'

/** The model may be a refusal if there is work that needs none: a saved patch, or a merge without conflicts. */
export interface Prepared extends OpenedModels {
  readonly checkout: Checkout
}

/** Opens the model and checks out the code. The model comes first: without its key there is no point in fetching. */
export async function prepare(job: RunContext): Promise<Prepared> {
  const { assignment } = job.controlPlane
  const opened = await openModels(job, await modelOpener(job))
  const needsModel = assignment.savedPatch === undefined && assignment.update === undefined
  const models = needsModel ? await signIn(job, opened) : opened
  const [found] = await Promise.all([
    fetchStart({
      workspace: job.workspace,
      scratch: job.scratch,
      remote: `${assignment.repository.url}.git`,
      token: assignment.fetchToken,
      base: assignment.base,
      baseFrom: assignment.baseFrom,
      branch: assignment.branch,
      pullRequest: assignment.review?.pullRequest,
      environment: job.environment,
      signal: job.signal,
    }),
    loadAgent(models),
  ])
  const fetched = orFail(found)
  const { review } = assignment
  const start = review === undefined ? assignment.base : `The head of #${review.pullRequest}`
  job.log.info(`${start} is at ${fetched.baseSha}`)
  if (fetched.branchHead !== null) job.log.info(`${assignment.branch} is at ${fetched.branchHead}`)
  const jobFile = job.environment.GITHUB_EVENT_PATH
  const checkout = orFail(await writeWorkTree(fetched, await startMerge(job, fetched), { jobFile }))
  tellLeftovers(job, checkout.leftovers)
  return { checkout, ...models }
}

/**
 * Loads what the agent needs. Called before the work tree is written: a workflow with `uses: ./` runs an action that lies in
 * the work tree, where it may be replaced by another version of its files.
 */
export const loadAgent = ({ model, fallbacks = [] }: OpenedModels): Promise<unknown> =>
  Promise.all([
    import('../agent/agent-loop.ts'),
    import('../mcp/open-mcp.ts'),
    ...[...(model.ok ? [model.model] : []), ...fallbacks].map(({ languageModel }) => languageModel),
  ])

function tellLeftovers({ log, secrets, confidentiality }: RunContext, { removed, stuck }: Leftovers): void {
  if (removed > 0)
    log.info(`Removed from the workspace what an earlier job had left: ${countOf(removed, 'file')}`)
  if (stuck.length === 0) return
  const text = `The workspace has files of an earlier job, which this user may not remove: ${showPaths(stuck)}. Changes of them are not published. Remove them on the runner.`
  log.warning(confidentiality.redactQuotes(secrets.redact(text)))
}

// Imported here and not above: a run whose claim is refused does not load the AI SDK.
async function modelOpener(job: RunContext) {
  const { openModel } = await import('../models/providers/open-model.ts')
  const { effort = null } = job.controlPlane.assignment
  const retrySettings = canPark(job)
    ? { ...DEFAULT_RETRY_SETTINGS, longestWaitMs: LONGEST_PAID_WAIT_MS }
    : DEFAULT_RETRY_SETTINGS
  const options = { effort, retrySettings, log: job.log.info, identity: identityOf(job) }
  return (name: string) => openModel(name, job.environment, options)
}

function identityOf({ environment, secrets, log, signal, now }: RunContext): WorkflowIdentity {
  const endpoint = findIdTokenEndpoint(environment)
  return {
    mint: endpoint === null ? null : (audience, until) => mintIdToken(endpoint, audience, until),
    appUrl: readInputs(environment)['app-url'],
    addSecret: secrets.add,
    warn: log.warning,
    ...{ signal, now },
  }
}

/** A runner that waits is paid for, and takes a slot of the project: for longer waits, the run is parked. */
const LONGEST_PAID_WAIT_MS = 180_000
