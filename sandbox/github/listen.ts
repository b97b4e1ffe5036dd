import { createServer, type RequestListener, type Server } from 'node:http'

export interface Listener {
  readonly url: string
  /** What answers; set once the addresses of all listeners are known. */
  serve(answer: RequestListener): void
  close(): Promise<void>
}

/** Listens on loopback and nowhere else; port 0 takes a free one. */
export const listen = async (port: number): Promise<Listener> => {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    serve: (answer) => server.on('request', answer),
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
