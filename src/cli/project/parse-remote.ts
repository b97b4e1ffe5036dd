/** The web address of the repository that a remote of git names; `null`: it names no host, or no repository. */
export function parseRemote(url: string): string | null {
  const scp = /^(?:[^@/:]+@)?([^/:]+):(?!\/\/)\/?(.+)$/.exec(url)
  if (scp !== null && !url.includes('://')) return webAddress(scp[1] ?? '', scp[2] ?? '')
  if (!URL.canParse(url)) return null
  const { protocol, hostname, host, pathname } = new URL(url)
  if (!/^(https?|ssh|git):$/.test(protocol)) return null
  // A port of https belongs to the address; one of ssh does not.
  return webAddress(
    protocol.startsWith('http') ? host : hostname,
    pathname,
    protocol === 'http:' ? 'http' : 'https',
  )
}

function webAddress(host: string, path: string, scheme = 'https'): string | null {
  const name = path
    .replace(/^\/+/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
  return /^[^/]+\/[^/]+$/.test(name) ? `${scheme}://${host}/${name}` : null
}

/** The remote of the folder's repository to work on, from `git remote -v`: `origin`, or the only one. */
export function chooseRemote(lines: string): string | null {
  const remotes = new Map<string, string>()
  for (const [, name = '', url = ''] of lines.matchAll(/^(\S+)\t(.+) \(fetch\)/gm)) remotes.set(name, url)
  return remotes.get('origin') ?? (remotes.size === 1 ? ([...remotes.values()][0] ?? null) : null)
}
