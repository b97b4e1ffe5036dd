import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { IsolationFacts } from './unshare-command.ts'

/** Not `/usr/local`: on hosted runners any step may write there. */
const TOOL_PATH = '/usr/sbin:/usr/bin:/sbin:/bin'

/** Numbers that Debian reserves and gives to nobody; a runner in a container may have none above 65,535. */
const FIRST_USER = 65_100
const USERS = 400

export interface HostFactsNeeded {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly workspace: string
  readonly temp: string
  /** The file that runs as this action. */
  readonly program: string | undefined
  readonly isRoot: boolean
  /** From 0 to below 1. Each run has a user of its own: the kernel counts processes by user. */
  readonly chance: number
}

/** How to become root here. */
export const findRoot = (isRoot: boolean): Pick<IsolationFacts, 'asRoot' | 'toolPath'> => ({
  asRoot: isRoot ? [] : ['sudo', '-n', '--'],
  toolPath: TOOL_PATH,
})

export async function readHostFacts(needed: HostFactsNeeded): Promise<IsolationFacts> {
  const { environment, workspace, temp, program, isRoot, chance } = needed
  // The runner keeps `_temp` in its work folder, beside checkouts, actions and tools, and that mostly in its own.
  const runner = [temp, dirname(temp), dirname(dirname(temp))]
  const hidden = [...runner, workspace, environment.HOME, program && dirname(program)]
  return {
    ...findRoot(isRoot),
    user: FIRST_USER + Math.floor(chance * USERS),
    hidden: (await findReal(hidden)).filter((path) => path.split('/').length > 2),
    shown: await findReal([environment.RUNNER_TOOL_CACHE]),
  }
}

/** Without what is not there, and without the root. */
async function findReal(paths: readonly (string | undefined)[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map((path) => (path ? realpath(path).catch(() => null) : Promise.resolve(null))),
  )
  return [...new Set(found.filter((path) => path !== null && path !== '/'))].filter((path) => path !== null)
}
