import type { IncomingMessage, ServerResponse } from 'node:http'

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
