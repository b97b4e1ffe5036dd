import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import type { Metrics } from './metrics-port.ts'
import { routeOfCall } from './route-of-call.ts'

export function githubMetrics(registry: Registry): Pick<Metrics, 'asked'> {
  const registers = [registry]
  const calls = new Counter({
    name: 'prentice_github_requests_total',
    help: 'Requests to GitHub. The status is `none` if there was no response.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const remaining = new Gauge({
    name: 'prentice_github_rate_limit_remaining',
    help: 'Requests left until the rate limit resets, as GitHub reported last, by account; `app` is the App itself.',
    labelNames: ['account', 'resource'],
    registers,
  })

  return {
    asked({ method, path, status, headers }) {
      const { route, account } = routeOfCall(path)
      calls.inc({ method, route, status: status === null ? 'none' : String(status) })
      const left = headers?.get('x-ratelimit-remaining')
      if (account === null || left == null || left === '') return
      remaining.set({ account, resource: headers?.get('x-ratelimit-resource') ?? 'core' }, Number(left))
    },
  }
}
