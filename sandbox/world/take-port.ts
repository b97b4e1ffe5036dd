import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

/** The app has to know its own address before it listens, so its port is chosen for it. 0 finds a free one. */
export async function takePort(wanted: number): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new Error(`port ${wanted} is taken: name another with --port, or leave it out`, { cause: error })
  }
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
