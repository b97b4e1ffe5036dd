/**
 * With the prefix `__Host-` a browser takes a cookie from this host only, not from a sibling domain, and only over TLS. On
 * plain http, which is accepted on loopback, it would take none. Cookies do not know ports, so two servers on one host have
 * the port in their names: otherwise a sign-in on one would end the session on the other.
 */
export function cookieName(publicUrl: string, name: string): string {
  const { protocol, port } = new URL(publicUrl)
  const own = port === '' ? name : `${name}-${port}`
  return protocol === 'https:' ? `__Host-${own}` : own
}
