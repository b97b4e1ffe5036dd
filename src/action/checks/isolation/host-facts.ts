import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemCallsOf } from './system-calls.ts'
import type { IsolationFacts } from './unshare-command.ts'

/** Without `/usr/local`, since every step can write there on hosted runners. */
const TOOL_PATH = '/usr/sbin:/usr/bin:/sbin:/bin'

/** User ids that Debian reserves and does not assign. A runner in a container may have no ids above 65,535. */
const FIRST_USER = 65_100
const USERS = 400

/** How to run a command as root. */
export const findRoot = (isRoot: boolean): Pick<IsolationFacts, 'asRoot' | 'toolPath'> => ({
  asRoot: isRoot ? [] : ['sudo', '-n', '--'],
  toolPath: TOOL_PATH,
})

export async function readHostFacts({
  environment,
  workspace,
  temp,
  program,
  others = [],
  isRoot,
  arch,
  chance,
}: {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly workspace: string
  readonly temp: string
  /** The program file of this action. */
  readonly program: string | undefined
  /** Further folders to hide. */
  readonly others?: readonly string[]
  readonly isRoot: boolean
  /** As `process.arch`. */
  readonly arch: string
  /** From 0 to below 1. Each run uses its own user id, since the kernel counts processes per user. */
  readonly chance: number
}): Promise<IsolationFacts> {
  // `_temp` is in the runner's work folder, next to checkouts, actions and tools. The work folder is usually in the
  // runner's own folder.
  const runner = [temp, dirname(temp), dirname(dirname(temp))]
  const hidden = [...runner, workspace, environment.HOME, program && dirname(program), ...others]
  return {
    ...findRoot(isRoot),
    ...systemCallsOf(arch),
    user: FIRST_USER + Math.floor(chance * USERS),
    hidden: (await findReal(hidden)).filter((path) => path.split('/').length > 2),
    shown: await findReal([environment.RUNNER_TOOL_CACHE]),
  }
}

/** Without missing paths and without `/`. */
async function findReal(paths: readonly (string | undefined)[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map((path) => (path ? realpath(path).catch(() => null) : Promise.resolve(null))),
  )
  return [...new Set(found.filter((path) => path !== null))].filter((path) => path !== '/')
}
