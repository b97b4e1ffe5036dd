import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorResponse, HttpError } from '../shared/http-error.ts'

/** The errors of Node: https://nodejs.org/api/http.html#event-clienterror */
interface MalformedRequest extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer
}

/** Answers in JSON where Node would answer otherwise or hang up: to bytes it cannot parse, CONNECT, an unknown `Expect`. */
export function answerMalformedRequests(server: Server, underWay: ActiveResponses): void {
  const refused = new WeakSet<Duplex>()
  server.on('clientError', (error: MalformedRequest, socket) => {
    const responses = underWay.of(socket)
    // In the middle of an answer, another one would be read as part of it.
    const isBegun = responses.some(({ headersSent, writableEnded }) => headersSent && !writableEnded)
    if (isBegun || !socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    // Bytes that still arrive belong to the same request, or to none.
    if (refused.has(socket)) return
    refused.add(socket)
    // Requests that arrived whole have their answers before this one, which they would take for theirs.
    const earlier = responses.filter(({ req, writableEnded }) => req.complete || writableEnded)
    const isAnswered = earlier.some(({ req }) => !req.complete) || underWay.isAnsweredEarly(socket)
    const answer = isAnswered ? '' : rawAnswer(refusalOf(error.code), earlier.length === 0 && isHead(error))
    afterAll(earlier, () => socket.writable && socket.end(answer))
  })
  server.on('connect', (_request, socket) => {
    // The client would confuse this answer with the one in progress on the connection.
    if (underWay.of(socket).length > 0) socket.destroy()
    else socket.end(rawAnswer(NO_TUNNEL, false))
  })
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = errorResponse(
      new HttpError(417, 'the only `Expect` known here is 100-continue'),
    )
    const more = { 'x-request-id': randomUUID(), connection: 'close' }
    response.writeHead(status, { ...headers, ...more }).end(body)
  })
}

function afterAll(responses: readonly ServerResponse[], then: () => void): void {
  let left = responses.length
  if (left === 0) then()
  for (const response of responses) {
    response.once('close', () => {
      left--
      if (left === 0) then()
    })
  }
}

const NO_TUNNEL = new HttpError(405, 'CONNECT is not allowed here: this server is not a proxy', {
  allow: 'GET, HEAD, POST',
})

function refusalOf(code: string | undefined): HttpError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError(431, 'the headers of the request are larger than 16 KB, or more than 1,000')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new HttpError(413, 'the chunk extensions of the body are too large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError(408, 'the request took too long to arrive')
    default:
      return new HttpError(400, 'the request is not valid HTTP/1.1')
  }
}

/** A response to HEAD has no body. Only the rest of the request shows the method. */
const isHead = ({ rawPacket }: MalformedRequest): boolean =>
  rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD '

function rawAnswer(error: HttpError, withoutBody: boolean): string {
  const { status, headers, body } = errorResponse(error)
  const lines = Object.entries({
    ...headers,
    'x-request-id': randomUUID(),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${withoutBody ? '' : body}`
}

/** The answers that are not at their end yet. */
interface ActiveResponses {
  all(): ServerResponse[]
  /** Those of one connection. */
  of(socket: Duplex): ServerResponse[]
  /** Whether the request that still arrives on a connection has had its whole response. */
  isAnsweredEarly(socket: Duplex): boolean
}

/**
 * Not kept in a Set: one that much goes through is rebuilt again and again, and V8 links the old table to the new one.
 * Once an old one has outlived two collections, all later ones live with it, and what was in them, until a full one.
 */
export function trackResponses(server: Server): ActiveResponses {
  const places: (ServerResponse | null)[] = []
  const free: number[] = []
  const answeredEarly = new WeakMap<Duplex, IncomingMessage>()
  server.on('request', (request, response) => {
    const place = free.pop() ?? places.length
    places[place] = response
    // `close` occurs once.
    response.on('close', () => {
      places[place] = null
      free.push(place)
      if (!request.complete) answeredEarly.set(request.socket, request)
    })
  })
  const all = (): ServerResponse[] => places.filter((response) => response !== null)
  return {
    all,
    of: (socket) => all().filter(({ req }) => req.socket === socket),
    isAnsweredEarly: (socket) => answeredEarly.get(socket)?.complete === false,
  }
}
