import { SETTINGS_LIMIT, SETTINGS_PATHS, type SettingsFile } from '../../settings/settings-files.ts'
import type { ProjectSettings } from '../control-plane/control-plane.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { fetchBranches, readFetched } from '../git/checkout/fetch-branches.ts'
import { listTree, readBlob } from '../git/checkout/read-tree-files.ts'
import { fail } from '../outcome/run-failure.ts'
import { runInDirectory } from '../text/shell.ts'
import type { RunContext } from './run-context.ts'

/**
 * The head of the default branch, whose instruction files and settings apply, whatever branch the work starts from.
 * `null`: the branch is unknown or cannot be fetched. Then only the files in the assignment apply.
 */
export async function fetchDefaultBranch(
  { controlPlane, log, confidentiality }: Pick<RunContext, 'controlPlane' | 'log' | 'confidentiality'>,
  { repository, baseSha }: Checkout,
): Promise<string | null> {
  const { base, baseFrom, defaultBranch, fetchToken: token, review } = controlPlane.assignment
  // A review starts from a pull request, whose instruction files are not those of the repository.
  const isBase =
    review === undefined &&
    (defaultBranch === undefined ? baseFrom === 'default-branch' : defaultBranch === base)
  if (isBase) return baseSha
  if (defaultBranch === undefined) return null
  const failure = await fetchBranches({ repository, token }, [defaultBranch])
  if (failure === null) return readFetched(repository, defaultBranch)
  log.warning(
    confidentiality.redactQuotes(
      `The instruction files of subfolders are not read: the default branch ${defaultBranch} could not be fetched. ${failure.message}`,
    ),
  )
  return null
}

/**
 * The settings of the project: its publishing rules, its checks, and the folder in which they apply. Waits for the checkout only
 * if it is needed to know them.
 */
export async function readSettings(job: RunContext, checkout: Promise<Checkout>): Promise<ProjectSettings> {
  const settings = await job.controlPlane.findSettings(async () => readFromDefaultBranch(job, await checkout))
  const { workingDirectory } = settings
  if (workingDirectory === null) return settings
  await requireDirectory(await checkout, workingDirectory)
  return narrowToDirectory(settings, workingDirectory)
}

/** More than a settings file may have, so that one that is too large is recognized. */
const READ_BYTES = 2 * SETTINGS_LIMIT

async function readFromDefaultBranch(job: RunContext, checkout: Checkout): Promise<SettingsFile[]> {
  const commit = await fetchDefaultBranch(job, checkout)
  // Without the file, what the project allows is unknown.
  if (commit === null) throw fail('fetch-failed', 'the default branch, for the settings of the project')
  const { repository } = checkout
  const found = await listTree(repository, commit, SETTINGS_PATHS)
  return Promise.all(
    found.map(async ({ id, path, kind }) => ({
      path,
      text: kind === 'file' ? await readBlob(repository, id, READ_BYTES) : null,
    })),
  )
}

/** Fails the run if the commit that the work starts from does not have the folder. */
export async function requireDirectory(
  { repository, startSha }: Pick<Checkout, 'repository' | 'startSha'>,
  directory: string,
): Promise<void> {
  const [entry] = await listTree(repository, startSha, [directory])
  if (entry?.kind !== 'folder') throw fail('working-directory-missing', directory)
}

/**
 * The settings for work in one folder: checks run there, and only changes there may be published, unless the settings
 * already name the paths that may change. Pure.
 */
export function narrowToDirectory(settings: ProjectSettings, directory: string): ProjectSettings {
  const { checks, rules } = settings
  return {
    ...settings,
    rules: rules.allowedPaths.length > 0 ? rules : { ...rules, allowedPaths: [`/${directory}/**`] },
    checks: checks && {
      ...checks,
      commands: checks.commands.map((command) => ({
        ...command,
        run: runInDirectory(directory, command.run),
      })),
    },
  }
}
