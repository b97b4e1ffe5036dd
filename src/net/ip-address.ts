import ipaddr from 'ipaddr.js'

type ParsedRange =
  /** In CIDR form, with the bits of the host at zero. */
  | { readonly kind: 'range'; readonly range: string }
  | { readonly kind: 'invalid'; readonly why: string; readonly coversAll: boolean }

/** Reads a CIDR range, or a single address as the range that holds only it. */
export function parseIpRange(text: string): ParsedRange {
  const parts = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text)
  const address = readAddress(parts?.[1] ?? '')
  const full = address?.kind() === 'ipv4' ? 32 : 128
  const given = Number(parts?.[2] ?? full)
  if (address === null || given > full)
    return { kind: 'invalid', why: `${text} is neither an address nor a CIDR range`, coversAll: false }
  const [base, bits] = unmapped(address, given)
  // A range of everything looks like a limit, but limits nothing.
  if (bits <= 0)
    return { kind: 'invalid', why: `${text} covers every address: name a smaller range`, coversAll: true }
  return { kind: 'range', range: `${networkOf(base, bits)}/${bits}` }
}

/** True if `address` lies in one of the ranges. An IPv4 address that arrives over IPv6 counts as IPv4. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const read = readAddress(address)
  if (read === null) return false
  const [one] = unmapped(read, 128)
  return ranges.some((range) => {
    const [base, bits] = ipaddr.parseCIDR(range)
    return one.kind() === base.kind() && one.match(base, bits)
  })
}

export const isAddress = (text: string): boolean => readAddress(text) !== null

export type Network = 'public' | 'private' | 'loopback'

/** Where an address is: on the internet, in a private network, or on this machine. `null`: not an address. */
export function networkOfAddress(text: string): Network | null {
  const read = readAddress(text)
  if (read === null) return null
  const [address] = unmapped(read, 128)
  const range = address.range()
  if (range === 'loopback' || range === 'unspecified') return 'loopback'
  return range === 'unicast' ? 'public' : 'private'
}

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

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The loose IPv4 forms (`10.1`, `0x7f.1`) that the library also takes are more often a slip than meant. */
const readAddress = (text: string): Address | null =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text))
    ? ipaddr.parse(text)
    : null

/** `::ffff:a.b.c.d` is IPv4, and matches only in that form. */
function unmapped(address: Address, bits: number): [Address, number] {
  if (!(address instanceof ipaddr.IPv6) || !address.isIPv4MappedAddress()) return [address, bits]
  return [address.toIPv4Address(), bits - 96]
}

const networkOf = (base: Address, bits: number): Address =>
  base.kind() === 'ipv4'
    ? ipaddr.IPv4.networkAddressFromCIDR(`${base}/${bits}`)
    : ipaddr.IPv6.networkAddressFromCIDR(`${base}/${bits}`)
