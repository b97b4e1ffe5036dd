import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import type { GithubCall } from '../github/call-observer.ts'

/** Counts the requests to GitHub, and what is left of its rate limits. */
export function githubMetrics(registry: Registry): (call: GithubCall) => void {
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
