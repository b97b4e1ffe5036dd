import { Hono } from 'hono'
import type { Metrics } from '../../metrics/metrics.ts'
import { checkBearer } from '../../metrics/metrics-server.ts'
import { HttpError } from '../shared/http-error.ts'
import type { Env } from '../shared/json-body.ts'

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
