import ipaddr from 'ipaddr.js'
import { isInRanges, networkOfAddress } from './ip-range.ts'

/** The only block from which global unicast addresses are assigned (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Addresses of the public range at which a cloud answers its own machines only: Azure's platform services.
 * https://learn.microsoft.com/en-us/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const PLATFORM_SERVICES = ['168.63.129.16/32']

/**
 * Whether an address is on the internet. An IPv6 address outside of 2000::/3 is not, whatever the library calls it: ranges
 * such as the IPv4-compatible `::7f00:1` count as unicast there.
 */
function isPublicAddress(address: string): boolean {
  if (networkOfAddress(address) !== 'public' || isInRanges(address, PLATFORM_SERVICES)) return false
  const read = ipaddr.parse(address)
  return !(read instanceof ipaddr.IPv6) || read.isIPv4MappedAddress() || read.match(GLOBAL_UNICAST)
}

/** `allowed`: CIDR ranges that the operator permits although they are not public. */
export const isPermittedAddress = (address: string, allowed: readonly string[]): boolean =>
  isPublicAddress(address) || isInRanges(address, allowed)
