import { expect, it } from 'vitest'
import { GithubRefused, GithubUnavailable } from '../../../../src/app/github/errors.ts'
import { readPeople } from '../../../../src/app/github/sign-in/read-people.ts'
import type { ReasonCode } from '../../../../src/contract/reasons.ts'
import { message, NOW, REPOSITORY, TOKENS, world } from '../github-world.ts'

const REPO = '/repos/acme/hello'
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  )

it.each<[number, string, ReasonCode]>([
  [403, 'This installation has been suspended', 'app-suspended'],
  [404, 'Not Found', 'app-uninstalled'],
  [
    422,
    'There is at least one repository that does not exist or is not accessible to the parent installation.',
    'app-uninstalled',
  ],
  [422, 'The permissions requested are not granted to this installation.', 'permission-missing'],
])('a token refused with %i %s: %s', async (status, text, code) => {
  const { api, github } = world({ token: false })
  api.post(TOKENS).reply(status, message(text))
  const failure = await failureOf(github.mintPushToken(REPOSITORY))
  expect(failure).toBeInstanceOf(GithubRefused)
  expect(failure).toMatchObject({ reason: { code }, cause: { status } })
})

it.each<[number, string, ReasonCode]>([
  [404, 'Not Found', 'repository-gone'],
  [410, 'Gone', 'repository-gone'],
  [451, 'Repository access blocked', 'repository-gone'],
  [403, 'Repository access blocked', 'repository-gone'],
  [403, 'Resource not accessible by integration', 'permission-missing'],
  [403, 'the `acme` organization has an IP allow list enabled', 'ip-not-allowed'],
  [403, 'This installation has been suspended', 'app-suspended'],
])('a read refused with %i %s: %s', async (status, text, code) => {
  const { api, github } = world()
  api.get(REPO).reply(status, message(text))
  expect(await failureOf(github.readRepository(REPOSITORY))).toMatchObject({
    name: 'GithubRefused',
    reason: { code },
  })
})

it.each<[number, string, Record<string, string>, number]>([
  [500, '', {}, NOW + 15_000],
  [503, '', {}, NOW + 15_000],
  [429, 'Too many requests', { 'retry-after': '7' }, NOW + 7000],
  [
    403,
    'API rate limit exceeded',
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${NOW / 1000 + 5}` },
    NOW + 5000,
  ],
])(
  'a read that fails with %i %s is sent once and can be retried later',
  async (status, text, headers, retryAt) => {
    const { api, github } = world()
    api.get(REPO).reply(status, message(text), headers)
    const failure = await failureOf(github.readRepository(REPOSITORY))
    expect(failure).toBeInstanceOf(GithubUnavailable)
    expect(failure).toMatchObject({ retryAt })
  },
)

it('unknown App credentials delay the job instead of failing it', async () => {
  const { api, github } = world({ token: false })
  api.post(TOKENS).reply(401, message('A JSON web token could not be decoded'))
  const failure = await failureOf(github.mintPushToken(REPOSITORY))
  expect(failure).toBeInstanceOf(GithubUnavailable)
  expect(String(failure)).toContain('check APP_ID, PRIVATE_KEY')
})

it('a refusal of a request that the App makes for itself names no repository', async () => {
  const { api, github } = world({ token: false })
  api.get('/app/installations?per_page=100').reply(404, message('Not Found'))
  const failure = await failureOf(github.listInstallations())
  expect(failure).toMatchObject({ name: 'GithubUnavailable', retryAt: NOW + 60_000, cause: { status: 404 } })
  expect(String(failure)).toContain('GitHub refuses a request of the App itself (Not Found): check APP_ID')
})

it('a list of the repositories of an installation that GitHub does not find: the App is not installed', async () => {
  const { api, github } = world()
  api.get('/installation/repositories?per_page=100').reply(404, message('Not Found'))
  const failure = await failureOf(github.listRepositories(11))
  expect(failure).toMatchObject({ name: 'GithubRefused', reason: { code: 'app-uninstalled' } })
})

it('a delivery that GitHub does not have any more is not requested again', async () => {
  const { api, github } = world({ token: false })
  api.post('/app/hook/deliveries/7/attempts').reply(404, message('Not Found'))
  api.post('/app/hook/deliveries/8/attempts').reply(202, {})
  expect([await github.redeliver('7'), await github.redeliver('8')]).toEqual([false, true])
})

it('a response from a proxy is an outage', async () => {
  const { api, github } = world()
  api.get(REPO).reply(200, '<html>Sign in to the network</html>', { 'content-type': 'text/html' })
  const failure = await failureOf(github.readRepository(REPOSITORY))
  expect(failure).toBeInstanceOf(GithubUnavailable)
  expect(String(failure)).toContain(
    'the response of GitHub to GET /repos/{owner}/{repo} does not match its description',
  )
})

it('a failed page of a list is a failure of the list', async () => {
  const { api, github } = world()
  api.get('/installation/repositories?per_page=100').reply(502)
  expect(await failureOf(github.listRepositories(11))).toBeInstanceOf(GithubUnavailable)
})

it('no message contains a token', async () => {
  const { api, github } = world()
  api.delete('/installation/token').reply(500, message('no'))
  const failure = await failureOf(github.revokeToken('ghs_very_secret'))
  expect(JSON.stringify([String(failure), failure])).not.toContain('ghs_very_secret')
})

it.each([
  ['the page of a proxy', '<html>Sign in</html>', 'text/html'],
  ['a body cut short', '[{"id": 1', 'application/json'],
  ['an object', '{"total_count": 0}', 'application/json'],
])('a list response with %s is retried', async (_, body, type) => {
  const { api, github } = world({ token: false })
  api.get('/app/installations?per_page=100').reply(200, body, { 'content-type': type })
  expect(await failureOf(github.listInstallations())).toBeInstanceOf(GithubUnavailable)
})

const LIMITED = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${NOW / 1000 + 5}` }

it.each<[string, Record<string, string>]>([
  ['API rate limit exceeded for installation ID 11.', LIMITED],
  ['You have exceeded a secondary rate limit.', { 'retry-after': '5' }],
])('a rate limit is no answer about the rights of a person: %s', async (text, headers) => {
  const { api, github, octokits } = world()
  api.get('/orgs/acme/memberships/ann').reply(403, message(text), headers)
  api.get('/user/memberships/orgs/acme').reply(403, message(text), headers)
  api.get('/user/installations/11/repositories?per_page=100&page=1').reply(403, message(text), headers)
  const people = readPeople({ octokits, now: () => NOW })
  for (const asked of [
    () => github.isOrganizationOwner({ installationId: 11, owner: 'acme' }, 'ann'),
    () => people.isOwner('ghu_ann', 'acme'),
    () => people.listRepositories('ghu_ann', 11),
  ])
    expect(await failureOf(asked())).toMatchObject({ name: 'GithubUnavailable', retryAt: NOW + 5000 })
})

it('without the permission for members, nobody is known as an owner', async () => {
  const { api, github } = world()
  api.get('/orgs/acme/memberships/ann').reply(403, message('Resource not accessible by integration'))
  expect(await github.isOrganizationOwner({ installationId: 11, owner: 'acme' }, 'ann')).toBe(false)
})

it('a suspended installation is no answer about the rights of a person', async () => {
  const { api, github } = world()
  api.get('/orgs/acme/memberships/ann').reply(403, message('This installation has been suspended'))
  const asked = github.isOrganizationOwner({ installationId: 11, owner: 'acme' }, 'ann')
  expect(await failureOf(asked)).toMatchObject({ reason: { code: 'app-suspended' } })
})
