import { Counter, collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client'
import type { GithubCall } from '../github/call-observer.ts'
import type { Space } from '../store/observe-commits.ts'
import type { Store, Write } from '../store/store.ts'
import { storeMetrics, writeMetrics } from './job-metrics.ts'

/** What the parts of this process report about their work, and how it is rendered. */
export interface Metrics {
  request(route: string, method: string, status: number): void
  webhook(event: string, outcome: string): void
  streams(open: number): void
  githubCall(call: GithubCall): void
  /** Entries that this process has written. */
  writes(writes: readonly Write[]): void
  /** In the text format of Prometheus. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>
}

/**
 * Counters count what this process did, so they can be summed over several processes on one store. `prentice_runs` and
 * `prentice_due_lag_seconds` are read from the shared store and are the same in all of them.
 */
export function createMetrics(measured: {
  readonly store: Store
  readonly space: Space
  readonly now: () => number
}): Metrics {
  const registry = new Registry()
  // CPU, memory, event loop and garbage collection, under the standard names of Node.
  collectDefaultMetrics({ register: registry })
  storeMetrics(registry, measured)
  return {
    ...httpMetrics(registry),
    githubCall: githubMetrics(registry),
    writes: writeMetrics(registry),
    async render() {
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}

/** Counts the requests to GitHub, and what is left of its rate limits. */
function githubMetrics(registry: Registry): (call: GithubCall) => void {
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

  return ({ method, path, status, headers }) => {
    const { route, account } = routeOfCall(path)
    calls.inc({ method, route, status: status === null ? 'none' : String(status) })
    const left = headers?.get('x-ratelimit-remaining')
    if (account === null || left == null || left === '') return
    remaining.set({ account, resource: headers?.get('x-ratelimit-resource') ?? 'core' }, Number(left))
  }
}

/** Templates of GitHub's routes below a repository, tried in this order. */
const BELOW_REPOSITORY: readonly [RegExp, string][] = [
  [/^\/(contents|branches|git\/ref|git\/refs|compare|commits)\/.+$/, '/$1/{name}'],
  [/^\/actions\/workflows\/[^/]+(\/[a-z]+)?$/, '/actions/workflows/{workflow_id}$1'],
  [/^\/([a-z/]+)\/\d+(\/[a-z-]+)?$/, '/$1/{number}$2'],
  [/^(\/[a-z/]+)?$/, '$1'],
]
const OTHERS: readonly [RegExp, string][] = [
  [/^\/users\/.+$/, '/users/{username}'],
  [/^\/app\/hook\/deliveries\/\d+\/attempts$/, '/app/hook/deliveries/{delivery_id}/attempts'],
  [/^\/app\/installations\/\d+(\/[a-z_]+)?$/, '/app/installations/{installation_id}$1'],
  [/^(\/[a-z/]+)$/, '$1'],
]

/**
 * The route template of a call and the account whose rate limit it counts against, from its path below the root of the
 * API, without the query. Unknown routes are `other`: a name in a label would create a time series for each.
 */
export function routeOfCall(path: string): { readonly route: string; readonly account: string | null } {
  const repository = /^\/repos\/([^/]+)\/[^/]+(\/.*)?$/.exec(path)
  if (repository === null) {
    const account = path === '/app' || path.startsWith('/app/') ? 'app' : null
    return { route: templateOf(path, OTHERS) ?? 'other', account }
  }
  const [, owner = '', below = ''] = repository
  const template = templateOf(below, BELOW_REPOSITORY)
  const route = template === null ? 'other' : `/repos/{owner}/{repo}${template}`
  return { route, account: owner.toLowerCase() }
}

function templateOf(path: string, templates: readonly [RegExp, string][]): string | null {
  const found = templates.find(([form]) => form.test(path))
  return found === undefined ? null : path.replace(found[0], found[1])
}

/** Anyone can send any method and event name, and each would create a time series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const EVENTS = new Set([
  'github_app_authorization',
  'check_run',
  'check_suite',
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
function httpMetrics(registry: Registry) {
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
