import { Counter, Gauge, type Registry } from '@prometheus-io/client'

/** Anyone can send any method and event name, and each would create a time series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const EVENTS = new Set([
  'github_app_authorization',
  'check_run',
  'installation',
  'installation_repositories',
  'issue_comment',
  'issues',
  'ping',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'push',
  'repository',
  'workflow_run',
])

/** Counts the requests and webhooks that this server got, and the clients that watch jobs. */
export function httpMetrics(registry: Registry) {
  const registers = [registry]
  const requests = new Counter({
    name: 'prentice_http_requests_total',
    help: 'Requests, by the template of their route.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const webhooks = new Counter({
    name: 'prentice_webhooks_total',
    help: 'Webhooks by outcome: handled, repeated (handled before), refused, failed.',
    labelNames: ['event', 'outcome'],
    registers,
  })
  const streams = new Gauge({
    name: 'prentice_event_streams',
    help: 'Clients that currently watch a job.',
    registers,
  })
  // The library's lookup of a series costs more than the count, and polled jobs are counted very often.
  const series = new Map<string, { inc(): void }>()

  return {
    request(route: string, method: string, status: number): void {
      const name = `${route} ${method} ${status}`
      let found = series.get(name)
      if (found === undefined) {
        found = requests.labels(route, METHODS.has(method) ? method : 'other', String(status))
        if (METHODS.has(method)) series.set(name, found)
      }
      found.inc()
    },
    webhook: (event: string, outcome: string): void =>
      webhooks.inc({ event: EVENTS.has(event) ? event : 'other', outcome }),
    streams: (open: number): void => streams.set(open),
  }
}
