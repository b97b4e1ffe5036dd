import { Hono } from 'hono'
import type { Github } from '../../github/github.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { checkBearer } from '../../metrics/metrics-server.ts'
import type { Space } from '../../store/observe-commits.ts'
import { type Store, StoreFull, type StoreMaintenance } from '../../store/store.ts'
import { HttpError, methodNotAllowed } from '../shared/http-error.ts'
import type { Env } from '../shared/json-body.ts'

export interface Health {
  readonly store: Store & Pick<StoreMaintenance, 'caveats'>
  readonly space: Space
  readonly github: Github
  /** Aborted once the server takes no more work. */
  readonly draining: AbortSignal
}

/** Answers about this moment must not be cached. */
const NOW = { 'cache-control': 'no-store' }

/** `/healthz`: the process answers. `/readyz`: it can do its work, so traffic may come. */
export function healthRoutes(health: Health): Hono<Env> {
  const app = new Hono<Env>()
  const acceptedByGithub = checkOnceIn(health, 15_000)
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, NOW))
  app.get('/readyz', async (c) => {
    if (health.draining.aborted) throw new HttpError(503, 'the server is going down', { 'retry-after': '15' })
    await health.store.get('ready')
    const full = health.space.fullPart()
    if (full !== null) throw new StoreFull(full)
    await acceptedByGithub()
    const caveats = health.store.caveats()
    return c.json({ status: 'ready', ...(caveats.length > 0 && { caveats }) }, 200, NOW)
  })
  for (const path of ['/healthz', '/readyz']) app.all(path, methodNotAllowed('GET, HEAD'))
  return app
}

/** Whether GitHub accepts the key of the App. Failures are cached, so that polls of this path do not poll GitHub. */
function checkOnceIn({ github }: Health, pauseMs: number): () => Promise<void> {
  let refused: { readonly at: number; readonly error: HttpError } | null = null
  return async () => {
    if (refused !== null && performance.now() - refused.at < pauseMs) throw refused.error
    try {
      await github.identity()
      refused = null
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      const unavailable = new HttpError(503, `the App cannot speak to GitHub: ${why}`, {
        'retry-after': '15',
      })
      refused = { at: performance.now(), error: unavailable }
      throw unavailable
    }
  }
}

export interface MetricsAccess {
  /** `null`: nothing is measured. */
  readonly metrics: Metrics | null
  /** `null`: metrics are not served on this port. */
  readonly metricsToken: string | null
}

/** `GET /metrics` for who knows METRICS_TOKEN; without one there is nothing here. */
export function metricsRoute({ metrics, metricsToken }: MetricsAccess): Hono<Env> {
  const app = new Hono<Env>()
  if (metrics === null || metricsToken === null) return app
  app.get('/metrics', async (c) => {
    if (!checkBearer(c.req.header('authorization'), metricsToken))
      throw new HttpError(401, 'send METRICS_TOKEN as `Authorization: Bearer`', {
        'www-authenticate': 'Bearer',
      })
    const { contentType, text } = await metrics.render()
    return c.body(text, 200, { 'content-type': contentType, 'cache-control': 'no-store' })
  })
  return app
}
