import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { cutUnreadBody } from '../server/connection-guards.ts'
import { answerMalformedRequests, trackResponses } from '../server/malformed-request.ts'
import { errorResponse, HttpError } from '../shared/http-error.ts'
import type { Env } from '../shared/json-body.ts'
import type { SetupDeps } from './return-from-github.ts'
import { setupRoutes } from './setup-routes.ts'

const MAX_CONNECTIONS = 200
const STALLED_MS = 60_000
const NO_STORE = { 'cache-control': 'no-store' }

/** The HTTP server of a server without an App: the setup pages, and 503 for whatever needs the App. */
export function createSetupServer(deps: SetupDeps): Server {
  const app = new Hono<Env>()
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, NO_STORE))
  for (const path of ['/', '/dashboard', '/dashboard/*']) app.get(path, (c) => c.redirect('/setup', 303))
  app.route('/', setupRoutes(deps))
  app.notFound(() => {
    throw new HttpError(
      503,
      `this server has no GitHub App yet; its operator opens ${deps.setup.publicUrl}/setup`,
      {
        'retry-after': '60',
      },
    )
  })
  app.onError((error, c) => {
    const { body, ...answer } = errorResponse(error)
    return new Response(c.req.method === 'HEAD' ? null : body, answer)
  })
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
    hostname: 'localhost',
    autoCleanupIncoming: false,
  })
  const server = createServer((request, response) => {
    cutUnreadBody(request, response)
    // The port goes to another server when setup ends.
    response.setHeader('connection', 'close')
    void listener(request, response)
  })
  server.maxConnections = MAX_CONNECTIONS
  server.timeout = STALLED_MS
  answerMalformedRequests(server, trackResponses(server))
  return server
}
