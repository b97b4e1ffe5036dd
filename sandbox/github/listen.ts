import { createServer, type RequestListener, type Server } from 'node:http'

export interface Listener {
  readonly url: string
  /** Sets the request handler, once the addresses of all listeners are known. */
  serve(handler: RequestListener): void
  close(): Promise<void>
}

/** Listens on loopback only: on the port, or on any other if it is taken. 0: any. */
export const listen = async (port: number): Promise<Listener> => {
  const server = createServer()
  if (port === 0 || !(await isListening(server, port))) await isListening(server, 0)
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

/** False: the port is in use. */
const isListening = (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      port !== 0 && error.code === 'EADDRINUSE' ? resolve(false) : reject(error)
    server.once('error', fail).listen(port, '127.0.0.1', () => {
      server.off('error', fail)
      resolve(true)
    })
  })

const portOf = (server: Server): number => {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('sandbox: the listener has no port')
  return address.port
}
