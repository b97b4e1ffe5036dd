import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What happens to a request instead of a plain exchange. */
export type Fault =
  /** The connection breaks before the server gets the request. */
  | { readonly kind: 'drop' }
  /** The server answers, and the connection breaks before the client gets the response. */
  | { readonly kind: 'lose-response' }
  /** The connection breaks after so many bytes of the body. */
  | { readonly kind: 'cut'; readonly bytes: number }
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers?: Record<string, string>
      readonly text?: string
    }

export interface ProxiedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

export interface ClientProxy {
  readonly url: string
  readonly requests: ProxiedRequest[]
  /** Later requests go to this server. */
  redirect(url: string): void
  close(): void
}

/** A network between a client and a server. `faultOf` says what happens to each request; `null`: nothing. */
export async function openClientProxy(
  url: string,
  faultOf: (request: ProxiedRequest) => Fault | null = () => null,
): Promise<ClientProxy> {
  let target = url
  const requests: ProxiedRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const seen = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers }
    requests.push(seen)
    const fault = faultOf(seen)
    if (fault?.kind === 'drop') incoming.socket.destroy()
    else if (fault?.kind === 'answer') outgoing.writeHead(fault.status, fault.headers).end(fault.text)
    else forward(target, incoming, outgoing, fault)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    redirect(to) {
      target = to
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The same until the test has ended. */
export async function startClientProxy(...args: Parameters<typeof openClientProxy>): Promise<ClientProxy> {
  const proxy = await openClientProxy(...args)
  onTestFinished(() => proxy.close())
  return proxy
}

function forward(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: Fault | null,
): void {
  const { method = 'GET', headers, url } = incoming
  const fail = (): void => void incoming.socket.destroy()
  const upstream = request(`${target}${url}`, { method, headers, agent: false }, (response) => {
    if (fault?.kind === 'lose-response') {
      response.resume().on('end', fail).on('error', fail)
      return
    }
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    outgoing.flushHeaders()
    let left = fault?.kind === 'cut' ? fault.bytes : Number.POSITIVE_INFINITY
    response.on('error', fail)
    response.on('data', (chunk: Buffer) => {
      if (left <= 0) return
      outgoing.write(chunk.subarray(0, Math.min(left, chunk.length)), () => {
        if (left <= 0) fail()
      })
      left -= chunk.length
    })
    response.on('end', () => left > 0 && outgoing.end())
  })
  upstream.on('error', fail)
  outgoing.on('close', () => upstream.destroy())
  incoming.pipe(upstream)
}
