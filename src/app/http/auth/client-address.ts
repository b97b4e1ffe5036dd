import type { IncomingMessage } from 'node:http'
import { isAddress, isInRanges } from '../../../net/ip-address.ts'

/**
 * The client's address: the socket's, as anybody can write `X-Forwarded-For`. Where the socket's is a trusted proxy,
 * the right-most forwarded address that is not one itself: each proxy appends whom it saw, so only what stands left
 * of it may be made up. Without a usable header, the result is the proxy's own address, which no key is meant for.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const peer = plain(request.socket.remoteAddress ?? '')
  if (trustedProxies.length === 0 || !isInRanges(peer, trustedProxies)) return peer
  // Node joins several of these headers with commas, in their order. Read from the right, so that a long made-up
  // part is not looked at.
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const last = forwarded.findLast((entry) => !isInRanges(addressOf(entry), trustedProxies))
  const client = addressOf(last ?? '')
  return isAddress(client) ? client : peer
}

const addressOf = (entry: string): string => plain(withoutPort(entry.trim()))

/** On a socket that listens on IPv6, the address of an IPv4 client is `::ffff:203.0.113.7`. */
const plain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '')

/** Some load balancers append `203.0.113.7:4711` or `[2001:db8::7]:4711`. */
const withoutPort = (entry: string): string =>
  entry.replace(/^\[([^\]]+)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
