import { expect, test } from 'vitest'
import { commit, pick, scene, WORKFLOW } from '../github-scene.ts'

const DISPATCH = '/repos/acme/widgets/actions/workflows/prentice.yml/dispatches'

test('github.com returns the run that it started', async () => {
  const { call, token, runs, app, repository } = await scene()
  const asked = { ref: 'main', inputs: { run: 'r1' }, return_run_details: true }
  const { status, body } = await call('POST', DISPATCH, token, asked)
  expect(status).toBe(200)
  expect(pick(body, 'workflow_run_id')).toBe(runs[0]?.id)
  expect(runs[0]).toMatchObject({
    repository: { id: repository.id, owner: 'acme', name: 'widgets', private: true },
    workflowPath: '.github/workflows/prentice.yml',
    workflowText: WORKFLOW,
    ref: 'refs/heads/main',
    inputs: { run: 'r1' },
    actor: { id: app.botId, login: 'prentice[bot]' },
    eventPayload: { inputs: { run: 'r1' }, ref: 'refs/heads/main' },
    displayTitle: 'Prentice r1',
    runNumber: 1,
    attempt: 1,
  })
  const run = await call('GET', `/repos/acme/widgets/actions/runs/${runs[0]?.id}`, token)
  expect(run.body).toMatchObject({ status: 'queued', conclusion: null, display_title: 'Prentice r1' })
})

test('without return_run_details, and always on Enterprise Server, the response is empty', async () => {
  for (const dialect of ['github', 'enterprise'] as const) {
    const { call, token, runs } = await scene(dialect)
    expect(await call('POST', DISPATCH, token, { ref: 'main', inputs: { run: 'r1' } })).toMatchObject({
      status: 204,
      body: null,
    })
    expect(runs).toHaveLength(1)
  }
})

test('API version 2026-03-10 always returns details', async () => {
  const { call, token } = await scene()
  const version = { 'x-github-api-version': '2026-03-10' }
  expect((await call('POST', DISPATCH, token, { ref: 'main', inputs: { run: 'r' } }, version)).status).toBe(
    200,
  )
})

test('the workflow that runs is the one at the ref', async () => {
  const { github, call, token, runs } = await scene()
  const other = WORKFLOW.replace('Prentice $', 'Other $')
  await commit(github, '.github/workflows/prentice.yml', other, 'side')
  await call('POST', DISPATCH, token, { ref: 'side', inputs: { run: 'r1' } })
  expect(runs[0]).toMatchObject({ workflowText: other, ref: 'refs/heads/side', displayTitle: 'Other r1' })
})

test('a run is found by its title among those created since', async () => {
  const { call, token } = await scene()
  const since = new Date().toISOString()
  for (const run of ['r1', 'r2']) await call('POST', DISPATCH, token, { ref: 'main', inputs: { run } })
  const list = (created: string) =>
    call(
      'GET',
      `/repos/acme/widgets/actions/workflows/prentice.yml/runs?event=workflow_dispatch&created=${encodeURIComponent(created)}`,
      token,
    )
  expect((await list(`>=${since.slice(0, 19)}Z`)).body).toMatchObject({
    total_count: 2,
    workflow_runs: [{ display_title: 'Prentice r2' }, { display_title: 'Prentice r1' }],
  })
  expect((await list('<2020-01-01')).body).toMatchObject({ total_count: 0 })
})
