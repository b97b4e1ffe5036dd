import { once } from 'node:events'
import { createServer } from 'node:net'

const REASONS = new Map<unknown, string>([
  ['EADDRINUSE', 'in use'],
  ['EACCES', 'not allowed for this user'],
])

/**
 * Below the ports that Linux, macOS and Windows give to outgoing connections and to servers on port 0 (32768 and above):
 * a port from there could be taken before the app listens, or while it is stopped.
 * Source: https://www.kernel.org/doc/html/latest/networking/ip-sysctl.html#ip-variables (ip_local_port_range)
 */
const FIRST = 10_000
const COUNT = 22_000
/** Without a common factor with `COUNT`, and near its golden section: processes with consecutive ids begin far apart. */
const STEP = 13_597

let next = (process.pid * STEP) % COUNT

/** The app must know its address before it listens, so its port is chosen here. 0 picks one that stays free. */
export async function pickPort(port: number): Promise<number> {
  if (port !== 0) {
    const error = await tryToListen(port)
    if (error === null) return port
    const reason = REASONS.get(error.code)
    if (reason === undefined) throw error
    throw new Error(`port ${port} is ${reason}: choose another with --port, or omit it`, { cause: error })
  }
  for (let tried = 0; tried < COUNT; tried++) {
    const picked = FIRST + next
    next = (next + 1) % COUNT
    if (await isFree(picked)) return picked
  }
  throw new Error(`no port from ${FIRST} to ${FIRST + COUNT - 1} is free`)
}

export const isFree = async (port: number): Promise<boolean> => (await tryToListen(port)) === null

async function tryToListen(port: number): Promise<NodeJS.ErrnoException | null> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
  server.close()
  await once(server, 'close')
  return null
}
