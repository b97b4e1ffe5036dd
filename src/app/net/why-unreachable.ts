import { type Network, networkOfAddress } from '../../net/ip-address.ts'

/** Names that no public DNS resolves: RFC 6761, RFC 6762, RFC 8375, and ICANN's reservation of `internal`. */
const PRIVATE_NAME = /(^|\.)(local|localdomain|internal|intranet|lan|home|corp|test|invalid|home\.arpa)$/
const GITHUB_CLOUD = /^(github\.com|[^.]+\.ghe\.com)$/

/**
 * Why GitHub cannot send webhooks to this server, as far as the addresses tell; `null` if nothing speaks against it. A
 * GitHub Enterprise Server can reach addresses of its own network.
 */
export function whyUnreachable(publicUrl: string, serverUrl: string): string | null {
  const host = new URL(publicUrl).hostname
  const own = networkOf(host)
  const github = new URL(serverUrl).hostname
  if (own === 'loopback')
    return networkOf(github) === 'loopback' ? null : `${host} is an address of this machine only`
  if (own === 'private' && GITHUB_CLOUD.test(github))
    return `${host} is an address of a private network, which ${github} cannot reach`
  return null
}

function networkOf(host: string): Network {
  const name = host.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const found = networkOfAddress(name)
  if (found !== null) return found
  if (/(^|\.)localhost$/.test(name)) return 'loopback'
  return !name.includes('.') || PRIVATE_NAME.test(name) ? 'private' : 'public'
}
