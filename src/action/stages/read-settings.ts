import { SETTINGS_LIMIT, SETTINGS_PATHS, type SettingsFile } from '../../settings/settings-files.ts'
import type { ProjectSettings } from '../control-plane/control-plane.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { listTree, readBlob } from '../git/checkout/read-tree-files.ts'
import { fail } from '../outcome/run-failure.ts'
import { fetchDefaultBranch } from './fetch-default-branch.ts'
import type { RunContext } from './run-context.ts'

/** The settings of the project: its publishing rules and its checks. */
export async function readSettings(job: RunContext, checkout: Checkout): Promise<ProjectSettings> {
  const settings = await job.controlPlane.findSettings(() => readFromDefaultBranch(job, checkout))
  for (const warning of settings.warnings) job.log.warning(`settings: ${warning}`)
  return settings
}

/** More than a settings file may have, so that one that is too large is recognized. */
const READ_BYTES = 2 * SETTINGS_LIMIT

async function readFromDefaultBranch(job: RunContext, checkout: Checkout): Promise<SettingsFile[]> {
  const commit = await fetchDefaultBranch(job, checkout)
  // Without the file, what the project allows is unknown.
  if (commit === null) throw fail('fetch-failed', 'the default branch, for the settings of the project')
  const { repository } = checkout
  const files = (await listTree(repository, commit, SETTINGS_PATHS)).filter(({ kind }) => kind === 'file')
  return Promise.all(
    files.map(async ({ id, path }) => ({ path, text: await readBlob(repository, id, READ_BYTES) })),
  )
}
