import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReasonCode } from '../../src/contract/reasons.ts'
import { realGit } from '../support/action/real-git.ts'
import {
  call,
  createJob,
  lastRunOf,
  pollUntilFinal,
  sendMessage,
  until,
  WHILE_IN_DOUBT,
} from '../support/world/jobs.ts'
import { rest, untilWorkflowRunEnds, workflowRunOf } from '../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

let world: TestWorld
let at: { owner: string; name: string }
beforeAll(async () => {
  world = await startTestWorld()
  const [owner = '', name = ''] = world.repository.split('/')
  at = { owner, name }
})
afterAll(() => world?.close())

async function failsWith(id: string, code: ReasonCode): Promise<string> {
  const { job, reason } = await pollUntilFinal(world, id, WHILE_IN_DOUBT)
  expect({ status: job.status, reason }).toEqual({ status: 'failed', reason: code })
  return (await lastRunOf(world, id)).reason?.message ?? ''
}

test.each<[object, object, ReasonCode]>([
  [{ archived: true }, { archived: false }, 'repository-archived'],
  [{ actionsEnabled: false }, { actionsEnabled: true }, 'actions-disabled'],
  [{ protectsWorkflows: true }, { protectsWorkflows: false }, 'actions-blocked'],
])('the job fails with %j, and a message continues it after %j', async (broken, fixed, code) => {
  world.github.changeSettings({ ...at, ...broken })
  const { id } = await createJob(world, `Create ${code}.md with "Hello"`)
  await failsWith(id, code)
  world.github.changeSettings({ ...at, ...fixed })
  await sendMessage(world, id, 'Try again.')
  expect((await pollUntilFinal(world, id)).job).toMatchObject({
    status: 'completed',
    prLink: expect.any(String),
  })
})

async function atWork(prompt: string): Promise<{ id: string; runId: number }> {
  const { id } = await createJob(world, prompt)
  const run = await until('the agent to work', async () => {
    const last = await lastRunOf(world, id)
    return last.state === 'running' ? last : null
  })
  return { id, runId: workflowRunOf(world, run).id }
}

test('cancelled on its page on GitHub', async () => {
  const { id, runId } = await atWork('Wait 600 seconds')
  await rest(world, `/actions/runs/${runId}/cancel`, { method: 'POST' })
  await failsWith(id, 'runner-cancelled')
})

test('started again by hand after it ended, it does nothing more', async () => {
  const { id, runId } = await atWork('Create again.md with "1"')
  const done = await pollUntilFinal(world, id)
  await untilWorkflowRunEnds(world, await lastRunOf(world, id))
  await world.github.rerun({ ...at, runId })
  const attempt = await untilWorkflowRunEnds(world, await lastRunOf(world, id))
  expect(attempt.log.join('\n')).toMatch(/run_\S+ has ended/)
  const after = await pollUntilFinal(world, id)
  expect(after.job).toEqual(done.job)
})

test('past the time of its workflow file, which GitHub reports as a cancel', async () => {
  const path = '.github/workflows/prentice.yml'
  const file = { ...at, branch: 'main', path, message: 'Change the time' }
  const text = await realGit(world.gitDirectory)(['show', `main:${path}`])
  const limited = text.stdout.replace(/timeout-minutes: \d+/, 'timeout-minutes: 0.05')
  expect(limited).not.toBe(text.stdout)
  await world.github.commitFile({ ...file, text: limited })
  const { id } = await createJob(world, 'Wait 600 seconds')
  expect(await failsWith(id, 'runner-cancelled')).toContain('`timeout-minutes`')
  await world.github.commitFile({ ...file, text: text.stdout })
})

test('deleted while the agent works', async () => {
  const { id } = await atWork('Wait 4 seconds\nCreate gone.md with "x"')
  world.github.deleteRepository(at)
  // Of the two events the one that only says that the App was taken off may come first.
  await world.github.settled()
  expect(await failsWith(id, 'repository-gone')).toContain('it was deleted')
  const refused = await call(world, '/job', { prompt: 'x' })
  expect(refused.status).toBe(404)
})
