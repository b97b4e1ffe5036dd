import { createServer, type RequestListener, type Server } from 'node:http'

export interface Listener {
  readonly url: string
  /** Sets the request handler, once the addresses of all listeners are known. */
  serve(handler: RequestListener): void
  close(): Promise<void>
}

/** Listens on loopback only; port 0 picks a free port. */
export const listen = async (port: number): Promise<Listener> => {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    serve: (handler) => server.on('request', handler),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const portOf = (server: Server): number => {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('sandbox: the listener has no port')
  return address.port
}
