import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReasonCode } from '../../src/contract/reasons.ts'
import { createJob, lastRunOf, pollUntilFinal, until, untilRunIs } from '../support/world/jobs.ts'
import { rest, workflowRunOf } from '../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

let world: TestWorld
let at: { owner: string; name: string }
beforeAll(async () => {
  // Thirty-six seconds; GitHub is asked after a minute.
  world = await startTestWorld(undefined, { appEnvironment: { START_WITHIN_HOURS: '0.01' } })
  const [owner = '', name = ''] = world.repository.split('/')
  at = { owner, name }
})
afterAll(() => world?.close())

async function dispatched(): Promise<string> {
  const { id } = await createJob(world, 'Create never.md with "x"')
  await untilRunIs(world, id, 'dispatched')
  return id
}

/** A job whose workflow run somebody starts again before the app has heard that it failed. */
async function repeated(): Promise<string> {
  world.github.routeWebhooks(() => [])
  world.runner.killAt('Claim the run')
  const id = await dispatched()
  const run = await lastRunOf(world, id)
  await until('the runner to die', () => (workflowRunOf(world, run).state === 'completed' ? true : null))
  await world.github.rerun({ ...at, runId: workflowRunOf(world, run).id })
  return id
}

test('no runner, no approval, and a start by hand: each with its reason, and nothing left behind', async () => {
  world.github.changeSettings({ ...at, runsWaitFor: 'runner' })
  const ids: [string, ReasonCode, string][] = [[await dispatched(), 'not-started', '`runs-on`']]
  world.github.changeSettings({ ...at, runsWaitFor: 'approval' })
  ids.push([await dispatched(), 'approval-missing', 'Approve'])
  world.github.changeSettings({ ...at, runsWaitFor: null })
  ids.push([await repeated(), 'run-repeated', 'retry the job'])

  for (const [id, code, words] of ids) {
    const { job, reason } = await pollUntilFinal(world, id, 90_000)
    expect([job.status, reason]).toEqual(['failed', code])
    const run = await lastRunOf(world, id)
    expect(run.reason?.message).toContain(words)
    await until('its workflow run to be ended', async () => {
      const { status } = await rest<{ status: string }>(
        world,
        `/actions/runs/${run.workflowRunUrl?.split('/').at(-1)}`,
      )
      return status === 'completed' || null
    })
  }
})
