import { readRemote } from '../commands/read-remote.ts'
import { CommandError } from '../output/exit-code.ts'

/** The repository that is set up. */
export interface Target {
  readonly host: string
  /** `owner/name` */
  readonly repository: string
}

const NAME = /^(?:([A-Za-z0-9.-]+(?::\d+)?)\/)?([A-Za-z0-9][\w-]*\/(?!\.{1,2}$)[\w.-]+)$/

/** The repository of `--repo`, or of the clone in this folder. */
export async function findTarget({
  repo,
  folder,
  defaultHost,
}: {
  readonly repo: string | undefined
  readonly folder: string
  readonly defaultHost: string
}): Promise<Target> {
  if (repo !== undefined) return parseTarget(repo, defaultHost)
  const remote = await readRemote(folder)
  if (remote.kind === 'none')
    throw new CommandError(
      `${folder} ${remote.why}: go to a clone, name it with --dir, or use --repo owner/name`,
    )
  const { host, pathname } = new URL(remote.address)
  return parseTarget(`${host}${pathname}`, defaultHost)
}

function parseTarget(text: string, defaultHost: string): Target {
  const [, host = defaultHost, repository] = NAME.exec(text) ?? []
  if (repository === undefined)
    throw new CommandError(
      `${JSON.stringify(text)} is not a repository: write owner/name, or host/owner/name for another GitHub`,
    )
  return { host: host.toLowerCase().replace(/^(?:ssh|www)\.(?=github\.com$)/, ''), repository }
}
