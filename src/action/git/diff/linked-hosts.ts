import type { Repository } from '../process/repository.ts'

const LIMITS = { timeoutMs: 20_000, maxBytes: 4 * 1024 * 1024 }
const MAX_HOSTS = 200
/** Safe in a pattern once its dots are escaped. */
const PLAIN_HOST = /^[a-z0-9.-]+(?::\d+)?$/

/**
 * The hosts that a text file of the commit names in a URL. A host that the search does not find within its limits counts
 * as not named.
 */
export async function findLinkedHosts(
  { git }: Pick<Repository, 'git'>,
  commit: string,
  hosts: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(hosts)].filter((host) => PLAIN_HOST.test(host)).slice(0, MAX_HOSTS)
  if (wanted.length === 0) return new Set()
  const anyHost = wanted.map((host) => host.replaceAll('.', '\\.')).join('|')
  const pattern = `//(${anyHost})([^a-z0-9.:-]|[.:]([^a-z0-9]|$)|$)`
  const { stdout } = await git(
    ['grep', '-hoIiE', '--no-color', '--no-textconv', '-e', pattern, commit, '--'],
    LIMITS,
  )
  const named = stdout
    .toLowerCase()
    .split('\n')
    .map((found) => /^\/\/([a-z0-9.-]+(?::\d+)?)/.exec(found)?.[1]?.replace(/\.$/, ''))
  const known = new Set(named)
  return new Set(wanted.filter((host) => known.has(host)))
}
