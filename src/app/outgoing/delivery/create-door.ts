import { type ProxyVariables, proxyFor } from '../../net/proxy-for.ts'
import { type Door, HTTPS_PORT, resolveHost, TIMEOUT_MS } from './post-to-receiver.ts'

export interface DoorSettings {
  /** CIDR ranges that the operator permits although they are not public. */
  readonly allowedRanges: readonly string[]
  readonly proxy: ProxyVariables
}

/** How receivers are reached from this server. */
export const createDoor = ({ allowedRanges, proxy }: DoorSettings): Door => ({
  allowed: allowedRanges,
  proxyFor: (host) => proxyFor(proxy, host),
  resolve: resolveHost,
  port: HTTPS_PORT,
  timeoutMs: TIMEOUT_MS,
})
