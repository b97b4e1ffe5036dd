import { expect, it } from 'vitest'
import type { ReasonCode } from '../../../../src/contract/reasons.ts'
import { message, NOW, REPOSITORY, TOKENS, world } from '../github-world.ts'

const PATH = '/repos/acme/hello/actions/workflows/prentice.yml/dispatches'
const WORKFLOW = { file: 'prentice.yml', ref: 'main', run: 'run_1' }
const BODY = { ref: 'main', inputs: { run: 'run_1' } }

it('starts a workflow and knows its run', async () => {
  const { api, github } = world()
  const url = 'https://github.com/acme/hello/actions/runs/500'
  api.post(PATH, { ...BODY, return_run_details: true }).reply(200, {
    workflow_run_id: 500,
    run_url: 'https://api.github.com/repos/acme/hello/actions/runs/500',
    html_url: url,
  })
  expect(await github.dispatchWorkflow(REPOSITORY, WORKFLOW)).toEqual({
    kind: 'started',
    workflowRunId: 500,
    url,
  })
})

it('starts a workflow without knowing its run', async () => {
  const { api, github } = world()
  api.post(PATH).reply(204)
  expect(await github.dispatchWorkflow(REPOSITORY, WORKFLOW)).toEqual({
    kind: 'started',
    workflowRunId: null,
    url: null,
  })
})

it.each([
  [400, 'Invalid request.\n\n"return_run_details" is not a permitted key.'],
  [422, 'Invalid request.\n\n"return_run_details" is not a permitted key.'],
])('stops requesting run details after they are refused with %i', async (status, text) => {
  const { api, github } = world()
  api.post(PATH, { ...BODY, return_run_details: true }).reply(status, message(text))
  api.post(PATH, BODY).times(2).reply(204)
  expect((await github.dispatchWorkflow(REPOSITORY, WORKFLOW)).kind).toBe('started')
  expect((await github.dispatchWorkflow(REPOSITORY, WORKFLOW)).kind).toBe('started')
})

it.each<[number, string, ReasonCode, string]>([
  [404, 'Not Found', 'workflow-missing', '.github/workflows/prentice.yml'],
  [422, 'No ref found for: main', 'ref-not-found', 'main'],
  [
    422,
    "Cannot trigger a 'workflow_dispatch' on a disabled workflow",
    'workflow-disabled',
    '.github/workflows/prentice.yml',
  ],
  [422, "Workflow does not have 'workflow_dispatch' trigger", 'workflow-invalid', 'workflow_dispatch'],
  [422, 'Unexpected inputs provided: ["run"]', 'workflow-invalid', 'Unexpected inputs'],
  [422, "Required input 'extra' not provided", 'workflow-invalid', "'extra'"],
  [422, 'Something new', 'dispatch-refused', 'Something new'],
  [403, 'Resource not accessible by integration', 'permission-missing', 'Resource not accessible'],
  [403, 'Workflow run blocked by a ruleset of the organization', 'actions-blocked', 'ruleset'],
  [403, 'Repository was archived so is read-only.', 'repository-archived', 'archived'],
  [403, 'GitHub Actions is disabled on this repository', 'actions-disabled', 'disabled on'],
  [422, 'Actions has been disabled for this user.', 'actions-disabled', 'this user'],
  [422, 'The event workflow_dispatch is not allowed by a ruleset', 'actions-blocked', 'ruleset'],
  [403, 'This installation has been suspended', 'app-suspended', 'suspended'],
  [410, 'Gone', 'repository-gone', 'Gone'],
])('%i %s is refused as %s', async (status, text, code, detail) => {
  const { api, github } = world()
  api.post(PATH).reply(status, message(text))
  const outcome = await github.dispatchWorkflow(REPOSITORY, WORKFLOW)
  expect(outcome).toMatchObject({
    kind: 'refused',
    reason: { code, message: expect.stringContaining(detail) },
  })
})

it.each([500, 502, 503])(
  'a workflow may have started after %i, and the request is not repeated',
  async (status) => {
    const { api, github } = world()
    api.post(PATH).reply(status, '<html>')
    expect((await github.dispatchWorkflow(REPOSITORY, WORKFLOW)).kind).toBe('unknown')
  },
)

it.each([
  ['the page of a proxy', '<html>Sign in</html>', 'text/html'],
  ['a body cut short', '{"workflow_run_id": 50', 'application/json'],
  ['nothing', '', 'application/json'],
])('a workflow may have started after a 200 with %s', async (_, body, type) => {
  const { api, github } = world()
  api.post(PATH).reply(200, body, { 'content-type': type })
  expect((await github.dispatchWorkflow(REPOSITORY, WORKFLOW)).kind).toBe('unknown')
})

it('an outage during the token request starts no workflow', async () => {
  const { api, github } = world({ token: false })
  api.post(TOKENS).reply(502, '<html>')
  expect(await github.dispatchWorkflow(REPOSITORY, WORKFLOW)).toMatchObject({
    kind: 'later',
    at: NOW + 15_000,
  })
})

it('is refused if the App is no longer installed', async () => {
  const { api, github } = world({ token: false })
  api.post(TOKENS).reply(404, message('Not Found'))
  const outcome = await github.dispatchWorkflow(REPOSITORY, WORKFLOW)
  expect(outcome).toMatchObject({ kind: 'refused', reason: { code: 'app-uninstalled' } })
})

it.each<[number, string, Record<string, string>, number]>([
  [403, 'You have exceeded a secondary rate limit.', { 'retry-after': '30' }, NOW + 30_000],
  [429, 'Too many requests', {}, NOW + 60_000],
  [
    403,
    'API rate limit exceeded for installation ID 11.',
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${NOW / 1000 + 90}` },
    NOW + 90_000,
  ],
  [403, 'You have exceeded a secondary rate limit.', { 'x-ratelimit-remaining': '4000' }, NOW + 60_000],
])('%i %s %j is retried later', async (status, text, headers, at) => {
  const { api, github } = world()
  api.post(PATH).reply(status, message(text), headers)
  expect(await github.dispatchWorkflow(REPOSITORY, WORKFLOW)).toMatchObject({ kind: 'later', at })
})
