import { expect, test } from 'vitest'
import { pick, scene } from '../github-scene.ts'

const queued = async () => {
  const on = await scene()
  const ask = { ref: 'main', inputs: { run: 'r1' } }
  await on.call('POST', '/repos/acme/widgets/actions/workflows/prentice.yml/dispatches', on.token, ask)
  const [run] = on.runs
  if (!run) throw new Error('no run was queued')
  const url = `/repos/acme/widgets/actions/runs/${run.id}`
  const read = async () => (await on.call('GET', url, on.token)).body
  const cancel = async (how = 'cancel') => (await on.call('POST', `${url}/${how}`, on.token)).status
  const actions = () =>
    on.github
      .deliveries()
      .filter((d) => d.event === 'workflow_run')
      .map((d) => d.action)
  return { ...on, run, read, cancel, actions }
}

test('a run is requested, in progress and completed, each once', async () => {
  const { github, run, read, actions } = await queued()
  run.started()
  run.started()
  expect(await read()).toMatchObject({ status: 'in_progress', conclusion: null })
  run.completed('failure')
  run.completed('success')
  await github.settled()
  expect(await read()).toMatchObject({ status: 'completed', conclusion: 'failure' })
  expect(actions()).toEqual(['requested', 'in_progress', 'completed'])
  const told = github.deliveries().flatMap(({ payload }) => pick(payload, 'workflow_run', 'status') ?? [])
  expect(told).toEqual(['queued', 'in_progress', 'completed'])
})

test('cancelling a run that has not started ends it immediately', async () => {
  const { run, read, cancel } = await queued()
  expect(await cancel()).toBe(202)
  expect(await read()).toMatchObject({ status: 'completed', conclusion: 'cancelled' })
  run.started()
  expect(await read()).toMatchObject({ status: 'completed' })
  expect(await cancel()).toBe(409)
  expect(await cancel('force-cancel')).toBe(409)
})

test('cancelling a running run notifies its runner, which ends it', async () => {
  const { run, read, cancel } = await queued()
  const heard: boolean[] = []
  run.onCancel((force) => heard.push(force))
  run.started()
  expect([await cancel(), await cancel('force-cancel')]).toEqual([202, 202])
  expect(heard).toEqual([false, true])
  expect(await read()).toMatchObject({ status: 'in_progress' })
  run.completed('cancelled')
  expect(await read()).toMatchObject({ status: 'completed', conclusion: 'cancelled' })
})

test('a re-run is another attempt of the same run, and reports of the old runner have no effect', async () => {
  const { github, run, runs, read, actions } = await queued()
  run.started()
  run.completed('failure')
  await github.rerun({ owner: 'acme', name: 'widgets', runId: run.id })
  run.completed('success')
  expect(runs[1]).toMatchObject({ id: run.id, attempt: 2, actor: run.actor })
  expect(await read()).toMatchObject({
    run_attempt: 2,
    status: 'queued',
    triggering_actor: { login: 'octo-admin' },
  })
  await github.settled()
  expect(actions()).toEqual(['requested', 'in_progress', 'completed'])
})
