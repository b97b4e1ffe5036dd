/** The fetch addresses of the remotes, from `git remote -v`. */
export function parseRemotes(lines: string): ReadonlyMap<string, string> {
  const found = [...lines.matchAll(/^(\S+)\t(.+) \(fetch\)/gm)]
  return new Map(found.map(([, name = '', url = '']) => [name, url]))
}

interface NamedRemote {
  readonly name: string
  readonly url: string
}

/** The remote to work on: `origin`, or the only one. */
export function chooseRemote(remotes: ReadonlyMap<string, string>): NamedRemote | null {
  const all = [...remotes].map(([name, url]) => ({ name, url }))
  return all.find(({ name }) => name === 'origin') ?? (all.length === 1 ? (all[0] ?? null) : null)
}

interface Place {
  readonly scheme: 'http' | 'https'
  /** With a port if it is not that of the scheme. For ssh, it may be an alias. */
  readonly host: string
  /** `owner/name` */
  readonly path: string
  readonly isSsh: boolean
}

/** Where a remote of git leads; `null`: it names no host, or no repository. */
export function parseRemote(url: string): Place | null {
  const scp = /^(?:[^@/:]+@)?([^/:]+):(?!\/\/)\/?(.+)$/.exec(url)
  if (scp !== null && !url.includes('://')) return placeOf('https', scp[1] ?? '', scp[2] ?? '', true)
  if (!URL.canParse(url)) return null
  const { protocol, hostname, host, pathname } = new URL(url)
  if (!/^(https?|ssh|git\+ssh|ssh\+git|git):$/.test(protocol)) return null
  const isWeb = protocol.startsWith('http')
  const scheme = protocol === 'http:' ? 'http' : 'https'
  // A port of https belongs to the address; one of ssh does not.
  return placeOf(scheme, isWeb ? host : hostname, pathname, protocol.includes('ssh'))
}

function placeOf(scheme: Place['scheme'], host: string, path: string, isSsh: boolean): Place | null {
  const name = path
    .replace(/^\/+/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
  return /^[^/]+\/[^/]+$/.test(name) ? { scheme, host: webHost(host), path: name, isSsh } : null
}

/** https://docs.github.com/en/authentication/troubleshooting-ssh/using-ssh-over-the-https-port */
export const webHost = (host: string): string =>
  host.toLowerCase().replace(/^(?:ssh|www)\.(?=github\.com$)/, '')
