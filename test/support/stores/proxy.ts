import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * How the network treats connections: `open` forwards, `refused` ends them and accepts no new one, `silent` accepts
 * everything and forwards nothing, as a cable that is cut, `slow` delays each chunk, and `unanswered` loses what the
 * server sends on a connection after the client has sent this text.
 */
export type Condition =
  | { readonly kind: 'open' | 'refused' | 'silent' }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'unanswered'; readonly after: string }

export interface NetworkProxy {
  /** The URL, with this proxy in place of its server. */
  readonly url: string
  set(condition: Condition): void
  /** Ends every connection; new ones are accepted. */
  cut(): void
  /** Sends new connections elsewhere, as an endpoint does after a failover. Ends the present ones. */
  moveTo(port: number): void
  connections(): number
  /** All that were ever accepted. */
  accepted(): number
}

/** A TCP proxy in front of a database server. */
export async function startProxy(databaseUrl: string): Promise<NetworkProxy> {
  const target = new URL(databaseUrl)
  let port = Number(target.port)
  let condition: Condition = { kind: 'open' }
  const sockets = new Set<Socket>()
  let accepted = 0

  const forward = (from: Socket, to: Socket, isLost: () => boolean) => {
    from.on('data', (chunk) => {
      if (condition.kind === 'silent' || isLost()) return
      if (condition.kind === 'slow') setTimeout(() => to.writable && to.write(chunk), condition.ms)
      else to.write(chunk)
    })
    from.on('close', () => to.destroy())
    from.on('error', () => to.destroy())
  }
  const server = createServer((client) => {
    accepted++
    if (condition.kind === 'refused') {
      client.resetAndDestroy()
      return
    }
    const upstream = connect({ host: target.hostname, port })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    let asked: Condition | null = null
    let sent = ''
    client.on('data', (chunk) => {
      if (condition.kind !== 'unanswered') return
      sent += chunk.toString('latin1')
      if (sent.includes(condition.after)) asked = condition
    })
    forward(client, upstream, () => false)
    forward(upstream, client, () => condition === asked)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  return {
    url: databaseUrl.replace(`:${target.port}/`, `:${address.port}/`),
    set(next) {
      condition = next
      if (next.kind === 'refused') cut()
    },
    cut,
    moveTo(other) {
      port = other
      cut()
    },
    connections: () => sockets.size / 2,
    accepted: () => accepted,
  }
}
