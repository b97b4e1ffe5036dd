import { expect, test } from 'vitest'
import { createMetrics, routeOfCall } from '../../../src/app/metrics/metrics.ts'
import { useCases } from '../../support/app/use-cases.ts'
import { samples } from './samples.ts'

test.each([
  ['/app', '/app', 'app'],
  ['/app/installations', '/app/installations', 'app'],
  ['/app/installations/42/access_tokens', '/app/installations/{installation_id}/access_tokens', 'app'],
  ['/installation/repositories', '/installation/repositories', null],
  ['/users/prentice%5Bbot%5D', '/users/{username}', null],
  ['/repos/Acme/docs', '/repos/{owner}/{repo}', 'acme'],
  ['/repos/acme/app/contents/.github/prentice.yml', '/repos/{owner}/{repo}/contents/{name}', 'acme'],
  ['/repos/acme/docs/branches/prentice%2Fabc', '/repos/{owner}/{repo}/branches/{name}', 'acme'],
  [
    '/repos/acme/docs/actions/workflows/prentice.yml/dispatches',
    '/repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches',
    'acme',
  ],
  [
    '/repos/acme/docs/actions/runs/7/force-cancel',
    '/repos/{owner}/{repo}/actions/runs/{number}/force-cancel',
    'acme',
  ],
  ['/repos/acme/docs/pulls/7', '/repos/{owner}/{repo}/pulls/{number}', 'acme'],
  ['/repos/acme/docs/pulls', '/repos/{owner}/{repo}/pulls', 'acme'],
  ['/repos/acme/docs/compare/a...b', '/repos/{owner}/{repo}/compare/{name}', 'acme'],
  ['/repos/acme/docs/Some-Thing/9x', 'other', 'acme'],
  ['/elsewhere/9', 'other', null],
])('%s is %s of %s', (path, route, account) => {
  expect(routeOfCall(path)).toEqual({ route, account })
})

test('calls are counted with their status, or without one, and the remaining rate limit is recorded', async () => {
  const metrics = createMetrics(await useCases())
  const limits = (remaining: string) =>
    new Headers({ 'x-ratelimit-remaining': remaining, 'x-ratelimit-resource': 'core' })
  const path = '/repos/acme/docs'
  metrics.githubCall({ method: 'GET', path, status: 200, headers: limits('4999'), tookMs: 1 })
  metrics.githubCall({ method: 'GET', path, status: 200, headers: limits('4998'), tookMs: 1 })
  metrics.githubCall({ method: 'GET', path, status: 502, headers: new Headers(), tookMs: 1 })
  metrics.githubCall({ method: 'GET', path, status: null, headers: null, tookMs: 1 })
  const { text } = await metrics.render()
  expect(samples(text, 'prentice_github_requests_total')).toEqual({
    'method="GET",route="/repos/{owner}/{repo}",status="200"': 2,
    'method="GET",route="/repos/{owner}/{repo}",status="502"': 1,
    'method="GET",route="/repos/{owner}/{repo}",status="none"': 1,
  })
  expect(samples(text, 'prentice_github_rate_limit_remaining')).toEqual({
    'account="acme",resource="core"': 4998,
  })
})
