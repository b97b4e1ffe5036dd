import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The answers that are not at their end yet. */
export interface ActiveResponses {
  all(): ServerResponse[]
  /** Those of one connection. */
  of(socket: Duplex): ServerResponse[]
}

/**
 * Not kept in a Set: one that much goes through is rebuilt again and again, and V8 links the old table to the new one.
 * Once an old one has outlived two collections, all later ones live with it, and what was in them, until a full one.
 */
export function trackResponses(server: Server): ActiveResponses {
  const places: (ServerResponse | null)[] = []
  const free: number[] = []
  server.on('request', (_request, response) => {
    const place = free.pop() ?? places.length
    places[place] = response
    // `close` occurs once.
    response.on('close', () => {
      places[place] = null
      free.push(place)
    })
  })
  const all = (): ServerResponse[] => places.filter((response) => response !== null)
  return { all, of: (socket) => all().filter(({ req }) => req.socket === socket) }
}
