/** In lower case, with the port if there is one. */
export type Hosts = ReadonlySet<string>

/**
 * Text that GitHub turns into a link, up to the end of the host. Any character may precede it, such as one of emphasis. A
 * backslash before punctuation is not displayed.
 */
const ADDRESS =
  /(?:https?|ftp)(?=(?<sign>\\?:\\?\/\\?\/)(?<host>[^\s/?#]{0,300}))|www(?=(?<name>\\?\.[^\s/?#]{0,300}))/gi
const OTHER_SCHEME = /(?<=mailto|xmpp)(?=\\?:)/gi

/** Characters that may follow a URL and are not part of it. */
const TAIL = /[.,;:!?'")\]}>*_~`|]+$/
const PLAIN_HOST = /^[a-z0-9.-]+(?::\d+)?$/

/** The hosts that the text links to, if they are written unambiguously. */
export function hostsIn(text: string): Hosts {
  const hosts = [...text.matchAll(ADDRESS)].flatMap(({ groups }) => plainHost(groups) ?? [])
  return new Set(hosts)
}

/** The text with a break in every URL, so that it is no link, except for URLs of these hosts. */
export function breakLinks(text: string, hosts: Hosts, separator: string): string {
  return text.replace(OTHER_SCHEME, separator).replace(ADDRESS, (start, ...more) => {
    const host = plainHost(more.at(-1))
    return host !== null && hosts.has(host) ? start : start + separator
  })
}

/** `null`: people and browsers may read it differently. */
function plainHost(groups: Readonly<Record<string, string | undefined>> | undefined): string | null {
  const { sign = '', host, name = '' } = groups ?? {}
  if (sign.includes('\\')) return null
  const written = (host ?? `www${name}`).replace(TAIL, '').toLowerCase()
  return PLAIN_HOST.test(written) ? written : null
}
