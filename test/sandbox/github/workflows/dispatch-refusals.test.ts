import { expect, test } from 'vitest'
import { commit, scene, WORKFLOW } from '../github-scene.ts'

const at = (file: string) => `/repos/acme/widgets/actions/workflows/${file}/dispatches`
const good = { ref: 'main', inputs: { run: 'r1' } }
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`input-${i}`, 'x']))

const cases: [what: string, file: string, body: object, status: number, message: string][] = [
  ['a workflow that is not on the default branch', 'side.yml', good, 404, 'Not Found'],
  ['a ref that does not exist', 'prentice.yml', { ...good, ref: 'gone' }, 422, 'No ref found for: gone'],
  [
    'an input that the workflow does not declare',
    'prentice.yml',
    { ref: 'main', inputs: { run: 'r', foo: 'x' } },
    422,
    'Unexpected inputs provided: ["foo"]',
  ],
  [
    'a required input that is missing',
    'prentice.yml',
    { ref: 'main' },
    422,
    "Required input 'run' not provided",
  ],
  [
    'a workflow without the trigger',
    'push.yml',
    { ref: 'main' },
    422,
    "Workflow does not have 'workflow_dispatch' trigger",
  ],
  ['a body without ref', 'prentice.yml', {}, 422, 'Invalid request.\n\n"ref" wasn\'t supplied.'],
  [
    'an unknown property',
    'prentice.yml',
    { ...good, foo: 1 },
    422,
    'Invalid request.\n\n"foo" is not a permitted key.',
  ],
]

test.each(['github', 'enterprise'] as const)('the %s dialect refuses as GitHub does', async (dialect) => {
  const { github, call, token, runs } = await scene(dialect)
  await commit(github, '.github/workflows/push.yml', 'on: push\n')
  await commit(github, '.github/workflows/side.yml', WORKFLOW, 'side')
  for (const [what, file, body, status, message] of cases)
    expect(await call('POST', at(file), token, body), what).toMatchObject({
      status,
      body: { message, status: String(status) },
    })
  await call('PUT', '/repos/acme/widgets/actions/workflows/prentice.yml/disable', token)
  expect(await call('POST', at('prentice.yml'), token, good)).toMatchObject({
    status: 422,
    body: { message: "Cannot trigger a 'workflow_dispatch' on a disabled workflow" },
  })
  expect(runs).toEqual([])
})

test('Enterprise Server refuses return_run_details and starts nothing', async () => {
  const { call, token, runs } = await scene('enterprise')
  expect(await call('POST', at('prentice.yml'), token, { ...good, return_run_details: true })).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('"return_run_details" is not a permitted key.') },
  })
  expect(runs).toEqual([])
})

test.each([
  ['github', 25],
  ['enterprise', 10],
] as const)('%s takes %i inputs and no more', async (dialect, most) => {
  const { github, call, token } = await scene(dialect)
  const declared = Object.keys(many(26)).map((name) => `      ${name}: {}\n`)
  await commit(
    github,
    '.github/workflows/many.yml',
    `on:\n  workflow_dispatch:\n    inputs:\n${declared.join('')}`,
  )
  expect((await call('POST', at('many.yml'), token, { ref: 'main', inputs: many(most) })).status).toBe(204)
  expect((await call('POST', at('many.yml'), token, { ref: 'main', inputs: many(most + 1) })).status).toBe(
    422,
  )
})

test('a token without actions: write is a 403, one that cannot see the repository a 404', async () => {
  const { github, call, jwt, installationId } = await scene()
  const tokens = `/app/installations/${installationId}/access_tokens`
  const { body } = await call('POST', tokens, jwt, { permissions: { contents: 'read' } })
  const { token } = body as { token: string }
  expect(await call('POST', at('prentice.yml'), token, good)).toMatchObject({
    status: 403,
    body: { message: 'Resource not accessible by integration' },
  })
  await github.createRepository({ owner: 'acme', name: 'secret' })
  expect((await call('GET', '/repos/acme/secret', token)).status).toBe(404)
})

test.each([
  [{ archived: true }, 'Repository was archived so is read-only.'],
  [{ actionsEnabled: false }, 'GitHub Actions is disabled for this repository.'],
  [{ protectsWorkflows: true }, expect.stringContaining('blocked by a ruleset')],
])('a repository with the settings %j starts nothing', async (settings, message) => {
  const { github, call, token, runs } = await scene()
  github.changeSettings({ owner: 'acme', name: 'widgets', ...settings })
  expect(await call('POST', at('prentice.yml'), token, good)).toMatchObject({
    status: 403,
    body: { message },
  })
  expect(runs).toEqual([])
  expect((await call('GET', '/repos/acme/widgets', token)).body).toMatchObject({
    archived: 'archived' in settings,
  })
})
