import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests whose responses may wait on a connection for those before them. */
const MOST_WAITING = 16

const waiting = new WeakMap<Socket, number>()

/**
 * Ends a connection on which too many requests are pipelined; true: it has ended, and nobody waits for a response. Node
 * hands over all requests that were read together, 1,600 in 64 KiB, and holds their responses until the client reads.
 * A response has no socket until those before it have been sent.
 */
export function isPipelinedTooDeep({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed) return true
  const count = waiting.get(socket) ?? 0
  if (count >= MOST_WAITING) {
    socket.destroy()
    return true
  }
  waiting.set(socket, count + 1)
  response.once('socket', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
  return false
}
