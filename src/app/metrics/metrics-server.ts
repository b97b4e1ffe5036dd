import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { Config } from '../config/config.ts'
import { listen } from '../net/listen.ts'
import { createMetrics, type Metrics } from './metrics.ts'

/** Metrics are off unless METRICS_PORT or METRICS_TOKEN is set. */
export function openMetrics(
  { host, port, token }: Config['metrics'],
  measured: Parameters<typeof createMetrics>[0],
): {
  /** `null`: metrics are off, and nothing is measured. */
  readonly metrics: Metrics | null
  /** Starts the separate listener, if one is configured. Resolves to what stops it. */
  listen(): Promise<() => Promise<void>>
} {
  const metrics = port === null && token === null ? null : createMetrics(measured)
  return {
    metrics,
    async listen() {
      if (metrics === null || port === null) return async () => {}
      return (await startMetricsServer(metrics, { host, port, token })).close
    },
  }
}

/** `GET /metrics` on a separate address, which callers need not reach. */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port, token }: { readonly host: string; readonly port: number; readonly token: string | null },
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0]
    if (path !== '/metrics') return void response.writeHead(404).end('not found: only /metrics exists\n')
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end()
    if (token !== null && !checkBearer(request.headers.authorization, token))
      return void response
        .writeHead(401, { 'www-authenticate': 'Bearer' })
        .end('send METRICS_TOKEN as the bearer token\n')
    metrics.render().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      (error: unknown) => response.writeHead(503).end(`${String(error)}\n`),
    )
  })
  const variables = { host: 'METRICS_HOST', port: 'METRICS_PORT' }
  return {
    port: await listen(server, { host, port, variables }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether an Authorization header contains the token, in constant time. */
export function checkBearer(authorization: string | undefined, token: string): boolean {
  const shown = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
  return shown !== undefined && timingSafeEqual(digest(shown), digest(token))
}
