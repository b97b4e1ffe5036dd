import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** One response that is held back from its client. */
export interface HeldResponse {
  /** Resolves with the number of the server when its response starts. */
  readonly arrived: Promise<number>
  /** Cuts the connection, so the client never gets the response. */
  drop(): void
}

/** A TCP load balancer: each new connection goes to the next server that accepts it. */
export interface Balancer {
  /** Removes a server and ends its connections, as after a failed health check; or adds it again. */
  setExcluded(server: number, isExcluded: boolean): void
  /** Holds the response to the next request whose first line matches. */
  holdResponse(match: RegExp): HeldResponse
  close(): Promise<void>
}

interface Holding {
  readonly match: RegExp
  readonly arrive: (server: number) => void
  /** Cuts the connection of the request, once there is one. */
  cut: () => void
}

export async function startBalancer(port: number, servers: readonly number[]): Promise<Balancer> {
  const waiting = new Set<Holding>()
  const open = new Set<Socket>()
  const excluded = new Set<number>()
  const reached = servers.map(() => new Set<Socket>())
  let next = 0

  const keep = (socket: Socket): void => {
    open.add(socket)
    // Only the end of a connection matters here, not its error.
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
  }
  const join = (client: Socket, upstream: Socket, server: number): void => {
    let held: Holding | null = null
    client.on('data', (chunk: Buffer) => {
      const line = chunk.subarray(0, 500).toString('latin1').split('\r\n', 1)[0] ?? ''
      held ??= [...waiting].find(({ match }) => match.test(line)) ?? null
      if (held) waiting.delete(held)
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      if (held === null) {
        client.write(chunk)
        return
      }
      held.cut = () => client.destroy()
      held.arrive(server)
    })
    client.on('close', () => upstream.destroy()).on('end', () => upstream.end())
    upstream.on('close', () => {
      if (held === null) client.destroy()
    })
  }
  const tryNext = (client: Socket, left: number): void => {
    const server = next++ % servers.length
    if (excluded.has(server) && left > 1) {
      tryNext(client, left - 1)
      return
    }
    const upstream = connect(servers[server] ?? 0, '127.0.0.1')
    const refused = () => (left > 1 ? tryNext(client, left - 1) : client.destroy())
    upstream.once('error', refused).once('connect', () => {
      upstream.off('error', refused)
      keep(upstream)
      reached[server]?.add(upstream)
      upstream.once('close', () => reached[server]?.delete(upstream))
      join(client, upstream, server)
      client.resume()
    })
  }

  const front = createServer({ pauseOnConnect: true }, (client) => {
    keep(client)
    tryNext(client, servers.length)
  })
  await once(front.listen(port, '127.0.0.1'), 'listening')
  return {
    setExcluded(server, isExcluded) {
      if (isExcluded) excluded.add(server)
      else excluded.delete(server)
      if (isExcluded) for (const socket of reached[server] ?? []) socket.destroy()
    },
    holdResponse(match) {
      const arrived = Promise.withResolvers<number>()
      const holding: Holding = { match, arrive: arrived.resolve, cut: () => undefined }
      waiting.add(holding)
      return {
        arrived: arrived.promise,
        drop: () => {
          waiting.delete(holding)
          holding.cut()
        },
      }
    },
    async close() {
      const closed = once(front.close(), 'close')
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
