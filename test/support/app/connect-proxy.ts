import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ConnectProxy {
  readonly port: number
  /** Where clients wanted to go. */
  readonly asked: (string | undefined)[]
  /** False: it refuses with 503. */
  isOpen: boolean
}

/** A proxy on loopback whose every tunnel leads to one port of this machine. */
export async function startConnectProxy(
  target: number,
  { isOpen }: { isOpen: boolean },
): Promise<ConnectProxy> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    // A server that is killed resets its connections.
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const server = createServer()
  server.on('connection', keep).on('connect', ({ url }, client) => {
    proxy.asked.push(url)
    if (!proxy.isOpen) {
      client.end('HTTP/1.1 503 Service Unavailable\r\n\r\n')
      return
    }
    const tunnel = connect(target, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
    keep(tunnel)
    tunnel.pipe(client).pipe(tunnel)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const proxy: ConnectProxy = { port: (server.address() as AddressInfo).port, asked: [], isOpen }
  return proxy
}
