import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Long enough for a small body to arrive, and for the caller of a large one to see the answer. */
const LINGER_MS = 500

/** Node would take in, for nothing, whatever still comes after the answer: what is too much to end soon is cut. */
export function cutUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  // Without either there is no body: RFC 9112, section 6.3.
  const { headers } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  // `finish` occurs once.
  response.on('finish', () => {
    if (request.complete) return
    // After a halt of the process, timers come before what arrived in that time.
    const timer = setTimeout(() => setImmediate(cut, request), LINGER_MS)
    request.once('close', () => clearTimeout(timer))
    request.resume()
  })
}

function cut(request: IncomingMessage): void {
  if (!request.complete) request.socket.destroySoon()
}

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
