/** In lower case, with the port where there is one. */
export type Hosts = ReadonlySet<string>

/**
 * What GitHub makes a link of, up to where its host ends. Nothing is asked about what stands before: marks of emphasis
 * may. A backslash before punctuation does not show.
 */
const ADDRESS =
  /(?:https?|ftp)(?=(?<sign>\\?:\\?\/\\?\/)(?<host>[^\s/?#]{0,300}))|www(?=(?<name>\\?\.[^\s/?#]{0,300}))/gi
const OTHER_SCHEME = /(?<=mailto|xmpp)(?=\\?:)/gi

/** What may follow an address and is none of it. */
const TAIL = /[.,;:!?'")\]}>*_~`|]+$/
const PLAIN_HOST = /^[a-z0-9.-]+(?::\d+)?$/

/** The hosts that the text links to, as far as they are written plainly. */
export function hostsIn(text: string): Hosts {
  const hosts = [...text.matchAll(ADDRESS)].flatMap(({ groups }) => plainHost(groups) ?? [])
  return new Set(hosts)
}

/** The text with a break in every address, so that it is no link, but for those of the hosts given. */
export function breakLinks(text: string, hosts: Hosts, mark: string): string {
  return text.replace(OTHER_SCHEME, mark).replace(ADDRESS, (start, ...more) => {
    const host = plainHost(more.at(-1))
    return host !== null && hosts.has(host) ? start : start + mark
  })
}

/** `null`: it is written in a way that people and browsers may read differently. */
function plainHost(groups: Readonly<Record<string, string | undefined>> | undefined): string | null {
  const { sign = '', host, name = '' } = groups ?? {}
  if (sign.includes('\\')) return null
  const written = (host ?? `www${name}`).replace(TAIL, '').toLowerCase()
  return PLAIN_HOST.test(written) ? written : null
}
