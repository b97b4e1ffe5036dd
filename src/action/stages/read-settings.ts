import type { ProjectSettings } from '../control-plane/control-plane.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { listTree, readBlob } from '../git/checkout/read-tree-files.ts'
import { fail } from '../outcome/run-failure.ts'
import { fetchDefaultBranch } from './fetch-default-branch.ts'
import type { RunContext } from './run-context.ts'

/** The settings of the project: its publishing rules and its checks. */
export const readSettings = (job: RunContext, checkout: Checkout): Promise<ProjectSettings> =>
  job.controlPlane.findSettings((path) => readFromDefaultBranch(job, checkout, path))

/** More than a settings file may have, so that one that is too long is recognized. */
const SETTINGS_BYTES = 128 * 1024

async function readFromDefaultBranch(
  job: RunContext,
  checkout: Checkout,
  path: string,
): Promise<string | null> {
  const commit = await fetchDefaultBranch(job, checkout)
  // Without the file, what the project allows is unknown.
  if (commit === null) throw fail('fetch-failed', `the default branch, for ${path}`)
  const [entry] = await listTree(checkout.repository, commit, [path])
  return entry?.kind === 'file' ? readBlob(checkout.repository, entry.id, SETTINGS_BYTES) : null
}
