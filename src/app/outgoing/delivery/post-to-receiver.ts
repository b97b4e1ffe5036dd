import { lookup } from 'node:dns/promises'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { isPermittedAddress } from '../../../net/ip-address.ts'
import { type ProxyVariables, proxyFor } from '../../net/proxy-for.ts'

/** How receivers are reached. */
export interface WebhookTransport {
  /** CIDR ranges that are permitted although they are not public. */
  readonly allowed: readonly string[]
  /** The proxy for a host; `null`: none. */
  readonly proxyFor: (host: string) => URL | null
  /** All addresses of a host. */
  readonly resolve: (host: string) => Promise<readonly string[]>
  readonly port: number
  readonly timeoutMs: number
}

const resolveHost = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

const HTTPS_PORT = 443
const TIMEOUT_MS = 10_000
const ANSWER_LIMIT = 64 * 1024

interface Posted {
  /** `null`: there was no response. */
  readonly status: number | null
  /** `null`: the receiver took it. Says what failed, without anything that the receiver sent. */
  readonly error: string | null
  /** The header `Retry-After` of a refusal. */
  readonly retryAfter?: string
}

/**
 * Sends a body to a receiver that a caller named. The caller must not reach our own network: the host is resolved here,
 * every address must be public, and the connection goes to one of these literal addresses, so that a second resolution
 * cannot give another one. The certificate is verified for the name. Redirects are not followed.
 */
export async function postToReceiver(
  transport: WebhookTransport,
  url: URL,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
): Promise<Posted> {
  const ended = new AbortController()
  const deadline = AbortSignal.any([AbortSignal.timeout(transport.timeoutMs), ended.signal])
  try {
    const work = async (): Promise<Posted> => {
      const socket = await connectToOne(transport, url.hostname, deadline)
      const request = httpsRequest(url, {
        method: 'POST',
        headers: { ...headers, host: url.host, 'content-length': String(Buffer.byteLength(body)) },
        // Without an agent, so that the connection is the one that was checked; `agent: false` would make a new agent.
        createConnection: () => socket,
        signal: deadline,
      })
      return await answerOf(request, body)
    }
    return await Promise.race([work(), expired(deadline)])
  } catch (error) {
    return { status: null, error: whyFailed(error, transport.timeoutMs) }
  } finally {
    ended.abort()
  }
}

/** A name that takes longer to resolve than the whole delivery may take cannot be interrupted, only abandoned. */
const expired = (deadline: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (deadline.aborted) reject(deadline.reason)
    deadline.addEventListener('abort', () => reject(deadline.reason), { once: true })
  })

class Refused extends Error {}

/** The addresses that are tried, at most. */
const MOST_TRIED = 4

/**
 * A verified connection to the first address that gives one. Nothing was sent to the others. An address that is silent
 * leaves time for the next: each but the last has a fifth of the whole.
 */
async function connectToOne(
  transport: WebhookTransport,
  host: string,
  deadline: AbortSignal,
): Promise<TLSSocket> {
  const addresses = await permittedAddresses(transport, host)
  const failures: unknown[] = []
  for (const [n, address] of addresses.entries()) {
    const isLast = n === addresses.length - 1
    const share = isLast ? null : AbortSignal.timeout(transport.timeoutMs / (MOST_TRIED + 1))
    try {
      return await connectTo(transport, { host, address }, deadline, share)
    } catch (error) {
      deadline.throwIfAborted()
      failures.push(share?.aborted ? new Refused('no connection in time') : error)
    }
  }
  throw new NoneReached(failures)
}

/** No address of several gave a connection. */
class NoneReached extends Error {
  readonly failures: readonly unknown[]
  constructor(failures: readonly unknown[]) {
    super('no address of the receiver gave a connection')
    this.failures = failures
  }
}

async function permittedAddresses(
  { resolve, allowed }: WebhookTransport,
  host: string,
): Promise<readonly string[]> {
  const addresses = await resolve(host)
  if (addresses.length === 0) throw new Refused('the host has no address')
  // One that is not public is enough: the host would choose which one we reach.
  if (!addresses.every((address) => isPermittedAddress(address, allowed)))
    throw new Refused('the host has an address that is not public')
  return alternateFamilies([...new Set(addresses)]).slice(0, MOST_TRIED)
}

/** A host may have many addresses of a family that this server cannot use: https://www.rfc-editor.org/rfc/rfc8305#section-4 */
function alternateFamilies(addresses: readonly string[]): string[] {
  const first = isIP(addresses[0] ?? '')
  const some = addresses.filter((address) => isIP(address) === first)
  const others = addresses.filter((address) => isIP(address) !== first)
  return Array.from({ length: Math.max(some.length, others.length) }, (_, n) => [
    ...some.slice(n, n + 1),
    ...others.slice(n, n + 1),
  ]).flat()
}

/** A TLS connection to the address, whose certificate is of the host. `share`: ends the attempt, not the connection. */
async function connectTo(
  transport: WebhookTransport,
  { host, address }: { readonly host: string; readonly address: string },
  deadline: AbortSignal,
  share: AbortSignal | null,
): Promise<TLSSocket> {
  const isOver = share === null ? deadline : AbortSignal.any([deadline, share])
  const proxy = transport.proxyFor(host)
  const tunnel = proxy === null ? null : await openTunnel(proxy, address, transport.port, isOver)
  const socket = connectTls({
    ...(tunnel === null ? { host: address, port: transport.port } : { socket: tunnel }),
    servername: host,
    ALPNProtocols: ['http/1.1'],
  })
  const close = (): void => {
    tunnel?.destroy()
    socket.destroy()
  }
  deadline.addEventListener('abort', close, { once: true })
  try {
    const secured = new Promise((resolve, reject) =>
      socket.once('secureConnect', resolve).on('error', reject),
    )
    await Promise.race([secured, expired(isOver)])
    return socket
  } catch (error) {
    close()
    throw error
  }
}

/** A connection through the proxy, to the literal address: the proxy resolves nothing. */
function openTunnel(proxy: URL, address: string, port: number, signal: AbortSignal): Promise<Socket> {
  const target = `${address.includes(':') ? `[${address}]` : address}:${port}`
  const { username, password } = proxy
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const open = proxy.protocol === 'https:' ? httpsRequest : httpRequest
  const request = open({
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port === '' ? (proxy.protocol === 'https:' ? 443 : 80) : proxy.port,
    method: 'CONNECT',
    path: target,
    headers: {
      host: target,
      ...(username !== '' && { 'proxy-authorization': `Basic ${credentials.toString('base64')}` }),
    },
    agent: false,
    signal,
  })
  return new Promise((resolve, reject) => {
    request.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(new Refused(`the proxy of this server refused the connection (${statusCode})`))
    })
    request.once('response', (response) => {
      response.destroy()
      reject(new Refused(`the proxy of this server refused the connection (${response.statusCode})`))
    })
    request.once('error', reject)
    request.end()
  })
}

function answerOf(request: ClientRequest, body: string): Promise<Posted> {
  return new Promise((resolve, reject) => {
    request.once('response', (response: IncomingMessage) => {
      const status = response.statusCode ?? 0
      let length = 0
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > ANSWER_LIMIT) {
          resolve({ status, error: 'the response is larger than 64 KiB' })
          request.destroy()
        }
      })
      const error = refusalOf(status)
      const retryAfter = response.headers['retry-after']
      response.once('end', () =>
        resolve({ status, error, ...(error !== null && retryAfter !== undefined && { retryAfter }) }),
      )
      response.once('error', reject)
    })
    request.once('error', reject)
    request.end(body)
  })
}

function refusalOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400)
    return `the receiver responded with a redirect (${status}), which is not followed`
  return `the receiver responded ${status}`
}

function whyFailed(error: unknown, timeoutMs: number): string {
  if (error instanceof NoneReached) return whyNoneReached(error.failures, timeoutMs)
  if (error instanceof Refused) return error.message
  if (!(error instanceof Error)) return 'the connection failed'
  const tooLong = `no response within ${timeoutMs / 1000} s`
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return tooLong
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host cannot be resolved'
  return `the connection failed${code === null ? '' : ` (${code})`}`
}

/** Addresses of a host mostly fail alike, but what one of them says may be the cause. */
function whyNoneReached(failures: readonly unknown[], timeoutMs: number): string {
  const causes = [...new Set(failures.map((failure) => whyFailed(failure, timeoutMs)))].join('; ')
  return failures.length === 1 ? causes : `${causes} (${failures.length} addresses were tried)`
}

/** Codes of Node and OpenSSL name the kind of failure and nothing of the receiver. */
const codeOf = (error: Error): string | null => (error as NodeJS.ErrnoException).code ?? null

interface WebhookTransportSettings {
  /** CIDR ranges that the operator permits although they are not public. */
  readonly allowedRanges: readonly string[]
  readonly proxy: ProxyVariables
}

/** How receivers are reached from this server. */
export const createWebhookTransport = ({
  allowedRanges,
  proxy,
}: WebhookTransportSettings): WebhookTransport => ({
  allowed: allowedRanges,
  proxyFor: (host) => proxyFor(proxy, host),
  resolve: resolveHost,
  port: HTTPS_PORT,
  timeoutMs: TIMEOUT_MS,
})
