import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { withoutKeys } from '../../keys/find-key.ts'
import type { LogIds } from '../../log/create-log.ts'
import type { ReceiveWebhook } from '../../webhooks/receive.ts'
import { errorResponse, HttpError } from '../shared/http-error.ts'
import { findPoll, POLL_ROUTE } from '../v2/get-job.ts'
import { createRoutes, type RoutesDeps, type RouteTemplates } from './create-routes.ts'
import { createWebhookHandler } from './handle-webhook.ts'
import { answerMalformedRequests, trackResponses } from './malformed-request.ts'

/** Beside the streams of watchers, enough for any client that polls. Each costs memory before it shows a key. */
export const MAX_CONNECTIONS = 5_000
/** A client that reads nothing keeps its response in memory. Event streams send something every 15 s. */
const STALLED_MS = 60_000
const WEBHOOK_PATH = /^\/api\/github\/webhooks\/?$/

interface ServerDeps extends RoutesDeps {
  readonly webhooks: ReceiveWebhook
  /** Open connections of all clients together; more are closed. */
  readonly mostConnections?: number | undefined
  /** Milliseconds after which a connection on which nothing moves is closed. */
  readonly stalledMs?: number | undefined
  readonly log: Logger
  /** See `Store`. */
  readonly readTogether?: (() => void) | undefined
}

const OPTIONS = {
  // Node would drop the second of two Authorization headers without a word; joined, they are refused.
  joinDuplicateHeaders: true,
  // Node refuses without a body; `requestTarget` says what is missing.
  requireHostHeader: false,
  // Node ends an unused connection after 5 s, proxies theirs after a minute: they would send a request into one that
  // ends just then, and answer 502.
  keepAliveTimeout: 75_000,
}

type RequestIds = LogIds & { requestId: string }
type Handler = (request: IncomingMessage, response: ServerResponse, ids: RequestIds) => Promise<unknown>

/** Webhooks to Probot, polling to its own handler, everything else to Hono. No error leaves this function. */
export function createHttpServer(deps: ServerDeps): Server {
  const routeNames: RouteTemplates = new WeakMap()
  const findHandler = handlersOf(deps, routeNames)
  const server = createServer(OPTIONS, async (request, response) => {
    if (response.socket === null && isPipelinedTooDeep(request, response)) return
    const started = performance.now()
    const requestId = randomUUID()
    if (deps.draining.aborted) response.setHeader('connection', 'close')
    deps.readTogether?.()
    cutUnreadBody(request, response)
    const ids: RequestIds = { requestId }
    let route: string | undefined
    try {
      request.url = requestTarget(request)
      const found = findHandler(request)
      route = found.route
      await found.handle(request, response, ids)
    } catch (error) {
      sendError(deps.log, requestId, error, response)
    }
    const { method } = request
    tellRequest(deps.log, request, response, ids, started)
    deps.metrics?.request(route ?? routeNames.get(request) ?? 'other', method ?? '', response.statusCode)
  })
  server.maxConnections = deps.mostConnections ?? MAX_CONNECTIONS
  server.timeout = deps.stalledMs ?? STALLED_MS
  const underWay = trackResponses(server)
  answerMalformedRequests(server, underWay)
  deps.draining.addEventListener('abort', () => {
    for (const response of underWay.all())
      if (!response.headersSent) response.setHeader('connection', 'close')
  })
  return server
}

function tellRequest(
  log: Logger,
  { method, url }: IncomingMessage,
  { statusCode: status }: ServerResponse,
  ids: LogIds,
  started: number,
): void {
  const level = status >= 500 ? 'error' : 'debug'
  // Most requests are not logged: a line costs as much as a read of the database.
  if (!log.isLevelEnabled(level)) return
  const ms = Math.round(performance.now() - started)
  // Whatever callers put into a URL by mistake: no query is logged, and no key in a path.
  const path = withoutKeys(url?.split('?', 1)[0] ?? '')
  log[level]({ ...ids, method, path, status, ms }, 'request')
}

interface Found {
  readonly handle: Handler
  /** The template of its route, where it is not one of Hono's. */
  readonly route?: string
}

function handlersOf(deps: ServerDeps, routeNames: RouteTemplates): (request: IncomingMessage) => Found {
  const { access, logContext } = deps
  const withIds = (handle: Handler): Handler => {
    return (request, response, ids) => {
      response.setHeader('x-request-id', ids.requestId)
      return logContext.within(ids, () => handle(request, response, ids))
    }
  }
  const webhook: Found = { handle: withIds(createWebhookHandler(deps)), route: '/api/github/webhooks' }
  const routes: Found = { handle: withIds(createRoutes(deps, routeNames)) }
  return (request) => {
    const poll = findPoll(access, request)
    if (poll !== null) return { handle: poll, route: POLL_ROUTE }
    const [path = '/'] = (request.url ?? '/').split('?', 1)
    return WEBHOOK_PATH.test(path) ? webhook : routes
  }
}

function sendError(log: Logger, requestId: string, error: unknown, response: ServerResponse): void {
  const { status, headers, body, unexpected } = errorResponse(error)
  if (unexpected) log.error({ requestId, err: error }, 'request failed')
  if (response.headersSent) {
    response.destroy()
    return
  }
  response
    .writeHead(status, { ...headers, 'x-request-id': requestId })
    .end(response.req.method === 'HEAD' ? undefined : body)
}

const HOST = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/**
 * The path and query that a request asks for. Proxies may send the whole address (RFC 9112, section 3.2.2). The host
 * in it means nothing to us, but a request without exactly one is refused, as section 3.2 wants.
 */
function requestTarget(request: IncomingMessage): string {
  const { host } = request.headers
  if (host === undefined ? request.httpVersion !== '1.0' : !HOST.test(host)) {
    throw new HttpError(400, 'the request needs one Host header with the name of this server')
  }
  const target = request.url ?? ''
  const path = target.startsWith('/') ? target : (/^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1] ?? target)
  if (path === '' || path.startsWith('?')) return `/${path}`
  if (!path.startsWith('/'))
    throw new HttpError(404, 'there is nothing here: ask for a path, as GET /healthz')
  if (path.includes('\\') && /^[^?]*\\/.test(path))
    throw new HttpError(400, 'a backslash has no place in the path')
  return path
}

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
function isPipelinedTooDeep({ socket }: IncomingMessage, response: ServerResponse): boolean {
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
