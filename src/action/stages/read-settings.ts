import type { ProjectSettings } from '../control-plane/control-plane.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { listTree, readBlob } from '../git/checkout/read-tree-files.ts'
import { fail } from '../outcome/run-failure.ts'
import { fetchDefaultBranch } from './fetch-default-branch.ts'
import type { RunContext } from './run-context.ts'

/** What the project's config says. From here on its rules hold. */
export async function readSettings(job: RunContext, prepared: Checkout): Promise<ProjectSettings> {
  const settings = await job.engagement.findSettings((path) => readDefault(job, prepared, path))
  job.known.rules = settings.rules
  return settings
}

/** More than a config may have, so that one that is too long is told from one that is not. */
const CONFIG_BYTES = 128 * 1024

async function readDefault(job: RunContext, prepared: Checkout, path: string): Promise<string | null> {
  const commit = await fetchDefaultBranch(job, prepared)
  // Without it nobody knows what the project allows.
  if (commit === null) throw fail('fetch-failed', `the default branch, for ${path}`)
  const [entry] = await listTree(prepared.repository, commit, [path])
  return entry?.kind === 'file' ? readBlob(prepared.repository, entry.id, CONFIG_BYTES) : null
}
