/**
 * Why a receiver may not have this URL, as far as the text tells; the address of the host is checked when it is called.
 * `null`: it may.
 */
export function describeReceiverUrlProblems(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.hostname === '') return 'must be a URL such as https://example.com/prentice'
  const { protocol, port, hostname, username, password, hash } = url
  const demands = [
    ...(protocol === 'https:' ? [] : [`use https instead of ${protocol.slice(0, -1)}`]),
    ...(port === '' ? [] : [`use port 443 instead of ${port}`]),
    ...(isFullName(hostname) ? [] : [`have a full host name instead of ${hostname}`]),
    ...(username === '' && password === '' ? [] : ['contain no user or password']),
    ...(hash === '' ? [] : ['contain no `#`']),
  ]
  return demands.length === 0 ? null : `must ${demands.join(', ').replace(/, (?=[^,]*$)/, ' and ')}`
}

/** The parser writes an IPv4 address of any notation as four numbers. */
const isFullName = (hostname: string): boolean =>
  !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname) && hostname.includes('.')
