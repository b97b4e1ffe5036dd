import { lookup } from 'node:dns/promises'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
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
  const deadline = AbortSignal.timeout(transport.timeoutMs)
  const held: { socket?: Socket } = {}
  try {
    const work = async (): Promise<Posted> => {
      const address = await permittedAddress(transport, url.hostname)
      const proxy = transport.proxyFor(url.hostname)
      const tunnel = proxy === null ? null : await openTunnel(proxy, address, transport.port, deadline)
      const socket = connectTls({
        ...(tunnel === null ? { host: address, port: transport.port } : { socket: tunnel }),
        servername: url.hostname,
        ALPNProtocols: ['http/1.1'],
      })
      held.socket = tunnel ?? socket
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
    held.socket?.destroy()
  }
}

/** A name that takes longer to resolve than the whole delivery may take cannot be interrupted, only abandoned. */
const expired = (deadline: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    deadline.addEventListener('abort', () => reject(deadline.reason), { once: true })
  })

class Refused extends Error {}

async function permittedAddress({ resolve, allowed }: WebhookTransport, host: string): Promise<string> {
  const addresses = await resolve(host)
  const [first] = addresses
  if (first === undefined) throw new Refused('the host has no address')
  // One that is not public is enough: the host would choose which one we reach.
  if (!addresses.every((address) => isPermittedAddress(address, allowed)))
    throw new Refused('the host has an address that is not public')
  return first
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

function answerOf(request: ClientRequest, body: string): Promise<{ status: number; error: string | null }> {
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
      response.once('end', () => resolve({ status, error: refusalOf(status) }))
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

/** Codes of Node and OpenSSL name the kind of failure and nothing of the receiver. */
function whyFailed(error: unknown, timeoutMs: number): string {
  if (error instanceof Refused) return error.message
  if (!(error instanceof Error)) return 'the connection failed'
  const tooLong = `no response within ${timeoutMs / 1000} s`
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return tooLong
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host cannot be resolved'
  return `the connection failed${code === undefined ? '' : ` (${code})`}`
}

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
