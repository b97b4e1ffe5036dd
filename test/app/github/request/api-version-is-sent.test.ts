import { expect, it } from 'vitest'
import { GithubUnavailable } from '../../../../src/app/github/errors.ts'
import { API_VERSIONS, type ApiVersion } from '../../../../src/contract/github.ts'
import { client, message, REPOSITORY, repositoryAnswer, TOKENS, tokenAnswer, world } from '../github-world.ts'

const DISPATCH = '/repos/acme/hello/actions/workflows/prentice.yml/dispatches'
const WORKFLOW = { file: 'prentice.yml', ref: 'main', run: 'run_1' }
const BODY = { ref: 'main', inputs: { run: 'run_1' } }
const DETAILS = { workflow_run_id: 500, run_url: 'https://x', html_url: 'https://github.com/runs/500' }

/** What GitHub sees of every request, the token requests of Octokit among them. */
function observed(apiVersion: ApiVersion) {
  const { api, github } = world({ apiVersion })
  const seen: string[] = []
  api.on('request', ({ method, url, headers }: Request) => {
    const { pathname, search } = new URL(url)
    seen.push(
      `${method} ${pathname}${search} ${headers.get('x-github-api-version')} ${headers.get('user-agent')}`,
    )
  })
  return { api, github, seen }
}

it.each(API_VERSIONS)('every request has the API version %s and a user agent', async (version) => {
  const { api, github, seen } = observed(version)
  api.get('/app').reply(200, { slug: 'prentice', client_id: 'Iv23liprentice' })
  api.get('/app/installations?per_page=100').reply(200, [])
  api.get('/users/prentice%5Bbot%5D').reply(200, { id: 42 })
  api.get('/repos/acme/hello').reply(200, repositoryAnswer())
  api.delete('/installation/token').reply(204)
  await github.identity()
  await github.readRepository(REPOSITORY)
  await github.revokeToken('ghs_1')
  const named = `${version} prentice`
  expect(seen).toEqual([
    `GET /app ${named}`,
    `GET /app/installations?per_page=100 ${named}`,
    `GET /users/prentice%5Bbot%5D ${named}`,
    `POST ${TOKENS} ${named}`,
    `GET /repos/acme/hello ${named}`,
    `DELETE /installation/token ${named}`,
  ])
})

it('requests run details only with 2022-11-28, because 2026-03-10 always returns them', async () => {
  const before = world({ apiVersion: '2022-11-28' })
  before.api.post(DISPATCH, { ...BODY, return_run_details: true }).reply(200, DETAILS)
  expect(await before.github.dispatchWorkflow(REPOSITORY, WORKFLOW)).toMatchObject({ workflowRunId: 500 })

  const { github } = client('https://api.github.com', { apiVersion: '2026-03-10' })
  before.api.post(TOKENS).reply(201, tokenAnswer('ghs_12'))
  before.api.post(DISPATCH, BODY).reply(200, DETAILS)
  expect(await github.dispatchWorkflow(REPOSITORY, WORKFLOW)).toMatchObject({ workflowRunId: 500 })
})

it.each([
  [
    400,
    'The version you specified in the "X-GitHub-API-Version" request header, "2022-11-28", is not a supported version. The following versions are currently supported: "2026-03-10" (most recent).',
  ],
  [410, 'The API version 2022-11-28 is no longer supported.'],
])('a refused API version (%i) only delays jobs', async (status, text) => {
  const { api, github } = world()
  api.get('/repos/acme/hello').reply(status, message(text))
  const refused = github.readRepository(REPOSITORY)
  await expect(refused).rejects.toThrow(GithubUnavailable)
  await expect(refused).rejects.toThrow(/GITHUB_API_VERSION/)
  api.post(DISPATCH).reply(status, message(text))
  expect(await github.dispatchWorkflow(REPOSITORY, WORKFLOW)).toMatchObject({
    kind: 'later',
    detail: expect.stringContaining('GITHUB_API_VERSION'),
  })
})
