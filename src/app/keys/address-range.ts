import ipaddr from 'ipaddr.js'

/** An address range in CIDR form; a single address becomes the range that holds only it. `null`: neither of the two. */
export function addressRange(text: string): string | null {
  if (ipaddr.isValidCIDR(text)) return text
  // The loose IPv4 forms (`10.1`, `0x7f.1`) that the library also takes are more often a slip than meant.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return null
  return `${text}/${ipaddr.parse(text).kind() === 'ipv4' ? 32 : 128}`
}

/** True if `address` lies in one of the ranges. An IPv4 address that arrives over IPv6 counts as IPv4. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const one = ipaddr.process(address)
  return ranges.some((range) => {
    const [base, bits] = ipaddr.parseCIDR(range)
    return one.kind() === base.kind() && one.match(base, bits)
  })
}
