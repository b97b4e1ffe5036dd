import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

const FAULTS = new Map<unknown, string>([
  ['EADDRINUSE', 'taken'],
  ['EACCES', 'not for this user'],
])

/** The app has to know its own address before it listens, so its port is chosen for it. 0 finds a free one. */
export async function takePort(wanted: number): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    const what = error instanceof Error && 'code' in error ? FAULTS.get(error.code) : undefined
    if (what === undefined) throw error
    throw new Error(`port ${wanted} is ${what}: name another with --port, or leave it out`, { cause: error })
  }
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
