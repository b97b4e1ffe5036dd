import { Hono } from 'hono'
import type { Store } from '../store/store.ts'
import type { Env } from './json-body.ts'

export interface Health {
  readonly store: Store
  /** True once the server takes no more work. */
  readonly isDraining: () => boolean
}

/** `/healthz`: the process answers. `/readyz`: it can do its work, so traffic may come. */
export function healthRoutes(health: Health): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    if (health.isDraining()) return c.json({ status: 'draining' }, 503)
    await health.store.get('ready')
    return c.json({ status: 'ready' })
  })
  return app
}
