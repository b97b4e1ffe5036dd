import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

const REASONS = new Map<unknown, string>([
  ['EADDRINUSE', 'in use'],
  ['EACCES', 'not allowed for this user'],
])

/** The app must know its address before it listens, so its port is chosen here. 0 picks a free one. */
export async function pickPort(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? REASONS.get(error.code) : undefined
    if (reason === undefined) throw error
    throw new Error(`port ${port} is ${reason}: choose another with --port, or omit it`, { cause: error })
  }
  const { port: picked } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return picked
}
